import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import type { LedgerRow } from '../../../contract/balance.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useLedgerWords } from '../../text/ledger.ts';
import { AgeNote } from '../../ui/age-note.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { SkeletonRows, useLoadedRows } from './list-row.tsx';
import { readBalanceWithRows } from './queries.ts';
import { ViewAll } from './view-all.tsx';

/** The balance in large figures, and the last rows of the ledger. */
export function BalancePanel() {
  const { t } = useLingui();
  const account = useLiveQuery(() => readBalanceWithRows(currentDatabase()), []);
  const rows = useLoadedRows(account?.rows);
  const { lastSyncAt, online } = useSyncStatus();
  return (
    <Panel flush>
      <Box css={hero}>
        <Box display="flex" alignItems="center" justifyContent="space-between" gap="3">
          <chakra.h2 textStyle="sm">
            <Trans>Your balance</Trans>
          </chakra.h2>
          <ViewAll to="/user/balance" label={t`View all movements of your balance`} />
        </Box>
        <Box mt="1" minH="10" display="flex" alignItems="center">
          {account ? (
            <MoneyText amount={account.balance} textStyle="3xl" fontWeight="semibold" letterSpacing="tighter" />
          ) : (
            <SkeletonBlock h="8" w="40" />
          )}
        </Box>
        <AgeNote at={lastSyncAt} online={online} freshMs={0} />
      </Box>
      {rows ? (
        <ul>
          {rows.map((row) => (
            <MovementRow key={row.id} row={row} />
          ))}
        </ul>
      ) : (
        <SkeletonRows isMovements />
      )}
      {rows?.length === 0 ? (
        <chakra.p px="5" pb="5" color="fg.muted">
          <Trans>No movements yet.</Trans>
        </chakra.p>
      ) : null}
    </Panel>
  );
}

/** The background of the balance, in the colours of the page of movements. */
const hero = {
  px: { base: '4', md: '5' },
  py: '4',
  borderTopRadius: 'xl',
  color: 'hero.fg',
  bgImage: 'linear-gradient(135deg, {colors.hero.from}, {colors.hero.to})',
  '& :is(a, p, h2, span)': { color: 'hero.fg' },
  '& a': { '--focus-ring-color': '{colors.hero.fg}' },
} as const;

function MovementRow({ row }: { row: LedgerRow }) {
  const words = useLedgerWords();
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      px={{ base: '4', md: '5' }}
      py="2.5"
      minH="16"
      borderTopWidth="1px"
      borderColor="border.muted"
      css={{ '@media (max-width: 22em)': { flexWrap: 'wrap' } }}
    >
      <Box minW="0">
        <chakra.p truncate>{words(row)}</chakra.p>
        <RelativeTime at={row.created_at} textStyle="xs" color="fg.muted" />
      </Box>
      <Box textAlign="end" flexShrink={0} ms="auto">
        <MoneyText amount={row.amount} change fontWeight="medium" display="block" />
        <MoneyText amount={row.balance_after} textStyle="xs" color="fg.muted" />
      </Box>
    </chakra.li>
  );
}
