import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { readBalanceHistory } from '../../../contract/balance.ts';
import { useDates } from '../../text/dates.ts';
import { useLedgerWords } from '../../text/ledger.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { FreeText, IsolatedText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { MoreButton } from '../../ui/load-state.tsx';
import type { LoadedHistory } from '../../lists/use-history.ts';
import { SkeletonList } from '../../ui/skeleton-fields.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { movementsPerPage } from './loads.ts';
import { PartState } from './part-state.tsx';
import { Box, chakra, Muted, MutedSpan } from '../../ui/theme/styled.tsx';

type Entry = OutputOf<typeof readBalanceHistory>['history'][number];

interface Props {
  ledger: LoadedHistory<Entry>;
  /** Replaces the sentence about the connection, where the page says it already. */
  whenOffline?: ReactNode;
}

/** The movements of a customer's balance, newest first, each with its admin, its reason and the balance around it. */
export function LedgerList({ ledger, whenOffline }: Props) {
  const { t } = useLingui();
  const { data: rows } = ledger;
  return (
    <>
      {rows?.length === 0 ? (
        <Muted>
          <Trans>No movements yet.</Trans>
        </Muted>
      ) : null}
      {rows && rows.length > 0 ? (
        <chakra.ul aria-label={t`Balance history`}>
          {rows.map((entry) => (
            <Movement key={entry.id} entry={entry} />
          ))}
        </chakra.ul>
      ) : null}
      <PartState {...ledger} hasData={rows !== undefined} skeleton={<MovementSkeleton />}>
        {whenOffline}
      </PartState>
      <MoreButton {...ledger} />
    </>
  );
}

/** Placeholders of the movements on the page of a user. */
export function MovementSkeleton() {
  return <SkeletonList rows={movementsPerPage} minH="3.9375rem" line="below" end={<SkeletonBlock h="5" w="24" />} />;
}

function Movement({ entry }: { entry: Entry }) {
  const words = useLedgerWords();
  const dates = useDates();
  return (
    <chakra.li
      display="flex"
      alignItems="flex-start"
      justifyContent="space-between"
      columnGap="3"
      py="2.5"
      borderBottomWidth="1px"
      borderColor="border.muted"
      css={{ '@media (max-width: 22em)': { flexDirection: 'column' } }}
    >
      <Box minW="0">
        <chakra.p fontWeight="medium">
          {entry.order_id === null ? (
            words(entry)
          ) : (
            <AppLink
              to="/admin/orders"
              search={{ order: entry.order_id } as never}
              display="inline-block"
              // A touch target of 44 px around the link.
              _after={{ content: '""', position: 'absolute', insetX: '0', insetY: '-12px', display: { md: 'none' } }}
            >
              {words(entry)}
            </AppLink>
          )}
        </chakra.p>
        {entry.note ? <FreeText>{entry.note}</FreeText> : null}
        <Muted textStyle="xs">
          {dates.full(entry.created_at)}
          {entry.action_by === null || entry.kind === 'charge' ? null : (
            <>
              {' · '}
              <IsolatedText>{entry.action_by}</IsolatedText>
            </>
          )}
        </Muted>
      </Box>
      <Box textAlign="end" flexShrink={0}>
        <MoneyText amount={entry.amount} change fontWeight="medium" display="block" />
        <BeforeAndAfter entry={entry} />
      </Box>
    </chakra.li>
  );
}

/** The balance before and after a movement: "€10.00 → €35.00". */
function BeforeAndAfter({ entry }: { entry: Entry }) {
  return (
    <MutedSpan display="inline-flex" alignItems="center" gap="1" textStyle="xs">
      <MoneyText amount={entry.previous_balance} />
      <ArrowRight size={12} data-mirror="" aria-hidden="true" />
      <MoneyText amount={entry.new_balance} />
    </MutedSpan>
  );
}
