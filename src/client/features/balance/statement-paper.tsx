import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LedgerRow } from '../../../contract/balance.ts';
import { currentDatabase } from '../../local/current.ts';
import { startOfDay } from '../../local/days.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useDates } from '../../text/dates.ts';
import { useLedgerWords } from '../../text/ledger.ts';
import type { DayRange } from '../../ui/date-range-days.ts';
import { useMoney } from '../../text/money.ts';
import { useShop } from '../../text/shop.ts';
import { FreeText, IsolatedText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { ShopMark } from '../../ui/shop-mark.tsx';
import { readAccount } from './queries.ts';
import type { Statement } from './statement.ts';
import { chakra, Muted, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  statement: Statement;
  range: DayRange;
}

/** A statement as it is printed: shop, customer, days, opening balance, movements, sums and closing balance. */
export function StatementPaper({ statement, range }: Props) {
  const { rows, opening, closing, added, taken } = statement;
  const { isLong } = useMoney();
  const hasLong = [opening, ...rows.map((row) => row.balance_after)].some((amount) => isLong(amount));
  return (
    <Paper data-paper="" aria-labelledby="statement-title">
      <Head range={range} />
      <Table data-long={hasLong ? '' : undefined}>
        <thead>
          <tr>
            <chakra.th hideBelow="md" data-wide="">
              <Trans>Date</Trans>
            </chakra.th>
            <th>
              <Trans>Movement</Trans>
            </th>
            <th data-end="">
              <Trans>Amount</Trans>
            </th>
            <th data-end="">
              <Trans>Balance</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow name={<Trans>Balance at the beginning</Trans>} balance={opening} />
          {rows.map((row) => (
            <MovementRow key={row.id} row={row} />
          ))}
          {rows.length === 0 ? <NoRows /> : null}
          <BalanceRow name={<Trans>Balance at the end</Trans>} balance={closing} />
        </tbody>
      </Table>
      <Sums added={added} taken={taken} />
    </Paper>
  );
}

/** The shop, the customer, the days, and when the statement was made. */
function Head({ range }: { range: DayRange }) {
  const account = useLiveQuery(() => readAccount(currentDatabase()), []);
  const dates = useDates();
  const shop = useShop();
  const made = dates.full(useNow());
  return (
    <Wrap justifyContent="space-between" gap="4" mb="5">
      <div>
        <chakra.p fontWeight="semibold" display="flex" alignItems="center" gap="2.5">
          {shop.logo ? <ShopMark size={40} alt="" /> : null}
          <bdi translate="no">{shop.name}</bdi>
        </chakra.p>
        <chakra.h2 id="statement-title" textStyle="title" mt="1">
          <Trans>Statement of your balance</Trans>
        </chakra.h2>
        <Muted>
          <Days range={range} />
        </Muted>
      </div>
      <chakra.div minW="0">
        {/* As high as one line before the account is read. */}
        <FreeText fontWeight="medium" minH="1lh">
          {account?.name ?? ''}
        </FreeText>
        <Muted overflowWrap="anywhere" minH="1lh">
          <IsolatedText>{account?.email ?? ''}</IsolatedText>
        </Muted>
        <Muted>
          <Trans>Made on {made}</Trans>
        </Muted>
      </chakra.div>
    </Wrap>
  );
}

function Days({ range: { from, to } }: { range: DayRange }) {
  const dates = useDates();
  const now = useNow();
  const [first, last] = [from && dates.long(startOfDay(from)), dates.long(to ? startOfDay(to) : now)];
  if (!first) return <Trans>All movements until {last}</Trans>;
  return (
    <Trans>
      {first} to {last}
    </Trans>
  );
}

function MovementRow({ row }: { row: LedgerRow }) {
  const words = useLedgerWords();
  const date = useDates().short(row.created_at);
  return (
    <tr>
      <chakra.td hideBelow="md" data-wide="" whiteSpace="nowrap">
        {date}
      </chakra.td>
      <td>
        {words(row)}
        {row.note ? <FreeText color="fg.muted">{row.note}</FreeText> : null}
        <chakra.div hideFrom="md" data-narrow="" color="fg.muted" textStyle="meta">
          {date}
        </chakra.div>
      </td>
      <td data-end="">
        <MoneyText amount={row.amount} change />
      </td>
      <td data-end="">
        <MoneyText amount={row.balance_after} />
      </td>
    </tr>
  );
}

/** The balance at one end of the days. */
function BalanceRow({ name, balance }: { name: ReactNode; balance: number }) {
  return (
    <tr data-strong="">
      <chakra.td hideBelow="md" data-wide="" />
      <td colSpan={2}>{name}</td>
      <td data-end="">
        <MoneyText amount={balance} />
      </td>
    </tr>
  );
}

function NoRows() {
  const { t } = useLingui();
  return (
    <tr>
      <chakra.td hideBelow="md" data-wide="" />
      <td colSpan={3}>{t`No movements in these days.`}</td>
    </tr>
  );
}

function Sums({ added, taken }: Pick<Statement, 'added' | 'taken'>) {
  return (
    <chakra.dl mt="4" ms="auto" w="fit-content" display="grid" gridTemplateColumns="auto auto" columnGap="6" rowGap="1">
      <dt>
        <Trans>Added</Trans>
      </dt>
      <chakra.dd textAlign={{ base: 'end', _rtl: 'start' }}>
        <MoneyText amount={added} change />
      </chakra.dd>
      <dt>
        <Trans>Spent</Trans>
      </dt>
      <chakra.dd textAlign={{ base: 'end', _rtl: 'start' }}>
        <MoneyText amount={taken} change />
      </chakra.dd>
    </chakra.dl>
  );
}

/** The sheet, of its placeholder too. */
export const Paper = chakra('section', {
  base: {
    maxW: '52rem',
    px: { base: '4', md: '8' },
    py: { base: '5', md: '8' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
  },
});

/** Where two columns of amounts do not fit, each balance is under its amount. */
const stackedAmounts = {
  '& tr': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
  },
  '& thead tr': { borderTopWidth: '0' },
  '& td': { borderTopWidth: '0' },
  '& tr > :not([data-end], [data-wide])': { gridColumn: '1', gridRow: '1 / span 2' },
  '& tr > [data-end]': { gridColumn: '2' },
  '& [data-end] ~ [data-end]': { pt: '0', color: 'fg.muted' },
} as const;

const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    textStyle: 'row',
    '& th': { textStyle: 'label', color: 'fg.subtle', textAlign: 'start', py: '2', pe: '3' },
    '& td': { py: '2', pe: '3', borderTopWidth: '1px', borderColor: 'border.muted', verticalAlign: 'top' },
    // Digits run from left to right in Arabic, too: at the start of its cells the decimals stand below each other.
    '& [data-end]': { textAlign: { base: 'end', _rtl: 'start' }, pe: '0', ps: '2' },
    '& [data-strong]': { fontWeight: 'semibold' },
    '&[data-long]': { '@media screen and (max-width: 35em)': stackedAmounts },
    // Large text on a phone.
    '@media screen and (max-width: 22em)': stackedAmounts,
  },
});
