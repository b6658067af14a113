import { Trans } from '@lingui/react/macro';
import type { User } from '../../../contract/people.ts';
import type { Requested } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { LedgerList, MovementSkeleton } from './ledger-list.tsx';
import { loadMovements } from './loads.ts';
import { useHistory } from '../../lists/use-history.ts';
import { useUserActions } from './user-actions.tsx';
import { NotLoaded } from './user-words.tsx';
import { HStack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** A customer's balance with its movements, and the button that adjusts it. */
export function BalancePanel({ id, loaded }: { id: number; loaded: Requested<User> }) {
  const online = useOnline();
  const ledger = useHistory(`users/${id}/movements`, (page, signal) => loadMovements(id, page, signal));
  const { adjust } = useUserActions();
  return (
    <Panel
      title={<Trans>Balance</Trans>}
      aside={
        <Button
          size="sm"
          variant="outline"
          disabled={!online}
          aria-describedby="users-offline"
          onClick={() => adjust(id)}
        >
          <Trans>Adjust balance</Trans>
        </Button>
      }
    >
      <HStack mb="3" minH="9">
        {loaded.data === undefined && loaded.isLoading ? (
          <SkeletonBlock h="8" w="36" />
        ) : (
          <MoneyText amount={loaded.data?.balance} textStyle="figure" />
        )}
      </HStack>
      <LedgerList ledger={ledger} whenOffline={<NotLoaded />} />
    </Panel>
  );
}

/** The place of the balance until it is known whether the user has one; nearly all users are customers. */
export function BalanceSkeleton() {
  return (
    <Panel title={<Trans>Balance</Trans>} aria-busy="true">
      <HStack mb="3" minH="9">
        <SkeletonBlock h="8" w="36" />
      </HStack>
      <MovementSkeleton />
    </Panel>
  );
}
