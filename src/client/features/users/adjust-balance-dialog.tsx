import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { User } from '../../../contract/people.ts';
import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { AdjustmentForm } from './adjustment-form.tsx';
import { LoadState } from './load-state.tsx';
import { loadUser } from './loads.ts';
import { MoneyFooter } from './money-footer.tsx';
import { MoneyNotices } from './money-notices.tsx';
import { useAdjustment } from './use-adjustment.ts';
import { useLoaded } from './use-loaded.ts';
import { mayAdjust } from './user-rules.ts';

interface Props {
  /** The customer's id. */
  id: number;
  onClose: () => void;
}

/** Adds to a customer's balance or subtracts from it, with the admin's PIN (S2F-11). Needs a new `key` for each id. */
export function AdjustBalanceDialog({ id, onClose }: Props) {
  const { data: user, ...loaded } = useLoaded(loadUser, id);
  if (user && mayAdjust(user)) return <Adjustment user={user} onClose={onClose} />;
  return (
    <Frame onClose={onClose}>
      {user ? (
        <Notice tone="warning">
          <Trans>Only the balance of a customer can be adjusted.</Trans>
        </Notice>
      ) : (
        <LoadState {...loaded} lines={6} />
      )}
    </Frame>
  );
}

function Adjustment({ user, onClose }: { user: User; onClose: () => void }) {
  const formId = useId();
  const online = useOnline();
  const adjustment = useAdjustment(user, onClose);
  const { money } = adjustment;
  const blockers = useBlockers(user.id, [money.key, ...money.spent]);
  const close = () => {
    money.acknowledge();
    onClose();
  };
  return (
    <Frame
      name={user.name}
      onClose={money.phase === 'sending' ? () => undefined : close}
      footer={
        <MoneyFooter
          formId={formId}
          money={money}
          online={online}
          offlineReason={<Trans>You are offline. A balance is only changed with a connection.</Trans>}
          isBlocked={blockers.length > 0}
          onClose={close}
        >
          {adjustment.fields.direction === 'add' ? (
            <Trans>Add to the balance</Trans>
          ) : (
            <Trans>Subtract from the balance</Trans>
          )}
        </MoneyFooter>
      }
    >
      {money.phase === 'editing' ? <DoubtNotices doubts={blockers} onCheck={settleCallInDoubt} /> : null}
      <MoneyNotices subject="balance" {...money} online={online} />
      <AdjustmentForm id={formId} user={user} adjustment={adjustment} />
    </Frame>
  );
}

/** Returns the earlier adjustments of a customer that are in doubt: they must be settled first. */
function useBlockers(userId: number, ownKeys: readonly string[]) {
  const doubts = useCallsInDoubt();
  return doubts.filter(
    ({ key, call, about }) => call.endsWith('Balance') && about.user_id === userId && !ownKeys.includes(key),
  );
}

function Frame(props: { name?: string; onClose: () => void; footer?: ReactNode; children: ReactNode }) {
  const { name, onClose, footer, children } = props;
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={onClose}
      title={<Trans>Adjust balance</Trans>}
      description={name === undefined ? undefined : <IsolatedText>{name}</IsolatedText>}
      footer={
        footer ?? (
          <Button variant="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      {children}
    </SheetDialog>
  );
}
