import { Trans } from '@lingui/react/macro';
import type { LedgerRow } from '../../../contract/balance.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedRows } from '../../sync/use-live-query.ts';
import { useIsNeverLoaded } from '../../sync/use-sync-status.ts';
import { useLedgerWords } from '../../text/ledger.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { NotLoaded, SkeletonRows } from './skeleton-rows.tsx';
import { readLastMovements } from './queries.ts';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

/** The last movements of the balance. */
export function MovementsPanel() {
  const rows = useLoadedRows(() => readLastMovements(currentDatabase()), []);
  const isNeverLoaded = useIsNeverLoaded();
  return (
    <Panel flush title={<Trans>Movements</Trans>}>
      {rows ? null : <SkeletonRows isMovements />}
      {rows?.length === 0 ? isNeverLoaded ? <NotLoaded /> : <NoMovements /> : null}
      <ul>
        {rows?.map((row) => (
          <MovementRow key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

const NoMovements = () => (
  <Muted px={{ base: '4', md: '5' }} pb="5">
    <Trans>No movements yet.</Trans>
  </Muted>
);

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
