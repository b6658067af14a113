import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Wallet } from 'lucide-react';
import { ledgerKinds, type LedgerRow } from '../../../contract/balance.ts';
import { pageSizes } from '../../../contract/limits.ts';
import { defineList } from '../../lists/define-list.ts';
import { indexedSource } from '../../lists/row-sources.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useLedgerWords } from '../../text/ledger.ts';
import { AppLink, ButtonLink } from '../../ui/app-link.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { movementSource } from './queries.ts';
import { chakra } from '../../ui/theme/styled.tsx';

type Words = ReturnType<typeof useLedgerWords>;

/** The movements of a customer's balance: what moved it, the reason, the date, the amount, and the balance after it. */
export const movements = defineList<LedgerRow, Words>({
  source: indexedSource(movementSource),
  records: 'movements',
  title: msg`Balance`,
  filters: [
    { name: 'kind', label: msg`Movement`, values: ledgerKinds, useChoices: useKindChoices },
    { kind: 'days', name: 'from', endName: 'to', label: msg`Date`, Control: DateRange },
  ],
  views: [
    { label: msg({ message: 'All', context: 'view of movements' }), values: {} },
    { label: msg`Added`, values: { kind: ['opening', 'add', 'return'] } },
    { label: msg`Spent`, values: { kind: ['charge', 'subtract'] } },
  ],
  pageSizes,
  useContext: useLedgerWords,
  days: { of: ({ created_at: at }) => at },
  columns: [
    {
      id: 'movement',
      header: msg`Movement`,
      cell: (row, words) => <Name row={row} words={words} />,
      cardSlot: 'lead',
    },
    { id: 'reason', header: msg`Reason`, cell: ({ note }) => <Reason note={note} />, cardSlot: 'plain' },
    {
      id: 'date',
      header: msg`Date`,
      hideLabelOnCard: true,
      cell: ({ created_at: at }, _, isUnderDay) => <RelativeTime at={at} isUnderDay={isUnderDay} />,
    },
    {
      id: 'amount',
      header: msg`Amount`,
      cell: ({ amount }) => <MoneyText amount={amount} change fontWeight="medium" />,
      align: 'end',
      numbers: true,
      cardSlot: 'amount',
    },
    {
      id: 'balance',
      header: msg`Balance after`,
      cell: ({ balance_after: after }) => <MoneyText amount={after} />,
      align: 'end',
      numbers: true,
    },
  ],
  Empty: NoMovements,
  nothingFound: msg`No movements match the filters.`,
});

/** What a movement was, linked to its order or its top-up request. */
function Name({ row, words }: { row: LedgerRow; words: Words }) {
  if (row.topup_id !== undefined) return <TopupName id={row.topup_id} name={words(row)} />;
  if (row.order_id === null) return words(row);
  return (
    <AppLink to="/user/orders" search={{ order: row.order_id } as never} display="inline-block" _after={touchTarget}>
      {words(row)}
    </AppLink>
  );
}

/** The number of the request is on this device while the request is. */
function TopupName({ id, name }: { id: string; name: string }) {
  const number = useLiveQuery(async () => (await currentDatabase().topups.get(id))?.number ?? null, [id]);
  return (
    <AppLink to={`/user/top-ups/${id}`} display="inline-block" _after={touchTarget}>
      {typeof number === 'number' ? <Trans>Top-up #{number}</Trans> : name}
    </AppLink>
  );
}

/** A touch target of 44 px around the link. */
const touchTarget = { content: '""', position: 'absolute', insetX: '0', insetY: '-11px', display: { md: 'none' } };

function Reason({ note }: Pick<LedgerRow, 'note'>) {
  return note ? (
    <chakra.div color="fg.muted">
      <FreeText lineClamp={2}>{note}</FreeText>
    </chakra.div>
  ) : null;
}

function useKindChoices() {
  const words = useLedgerWords();
  return ledgerKinds.map((kind) => ({ value: kind, label: words({ kind, order_id: null }) }));
}

function NoMovements() {
  return (
    <EmptyState
      icon={Wallet}
      title={<Trans>No movements yet.</Trans>}
      description={<Trans>Each order and each change of your balance appears here, with the balance after it.</Trans>}
      action={
        <ButtonLink to="/user/catalogue" variant="outline">
          <Trans>Browse the catalogue</Trans>
        </ButtonLink>
      }
    />
  );
}
