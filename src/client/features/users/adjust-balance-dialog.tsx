import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { DirectoryUser, User } from '../../../contract/people.ts';
import { MoneyFooter } from '../../forms/money-footer.tsx';
import { MoneyNotices } from '../../forms/money-notices.tsx';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { settleCallInDoubt, useCallsInDoubt } from '../../sync/use-pending-calls.ts';
import type { Requested } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { AdjustmentForm } from './adjustment-form.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { useUser } from './loads.ts';
import { readPerson } from './queries.ts';
import { useAdjustment } from './use-adjustment.ts';
import { mayAdjust } from './user-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Box } from '../../ui/theme/styled.tsx';

interface Props {
  /** The customer's id. */
  id: number;
  onClose: () => void;
}

/** Adds to a customer's balance or subtracts from it, with the admin's PIN (S2F-11). Needs a new `key` for each id. */
export function AdjustBalanceDialog({ id, onClose }: Props) {
  const db = currentDatabase();
  const loaded = useUser(id);
  const known = useLiveQuery(() => readPerson(db, id), [db, id]);
  const person = loaded.data ?? known;
  const adjustment = useAdjustment(loaded.data, onClose);
  const { money } = adjustment;
  const isFormShown = useShowsForm(person, loaded);
  const hasFailed = loaded.failure !== null && loaded.data === undefined;
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={money.phase === 'sending' ? () => undefined : onClose}
      title={<Trans>Adjust balance</Trans>}
      description={person ? <IsolatedText>{person.name}</IsolatedText> : undefined}
      footer={
        isFormShown ? <Footer id={id} adjustment={adjustment} onClose={onClose} /> : <CloseButton onClose={onClose} />
      }
    >
      {isFormShown && !hasFailed ? null : <Obstacle person={person} loaded={loaded} />}
      {isFormShown ? <Form id={id} adjustment={adjustment} /> : null}
    </SheetDialog>
  );
}

/**
 * Returns whether the form is shown. It appears before the balance has loaded, and stays when loading fails, so that the
 * user's input is not lost.
 */
function useShowsForm(person: DirectoryUser | undefined, { data, isLoading }: Requested<User>): boolean {
  const [wasShown, setWasShown] = useState(false);
  const isShown = person !== undefined && mayAdjust(person) && (data !== undefined || isLoading || wasShown);
  if (isShown && !wasShown) setWasShown(true);
  return isShown;
}

/** Explains why the form or the balance is missing: offline, loading, failed, or not a customer. */
function Obstacle({ person, loaded }: { person: DirectoryUser | undefined; loaded: Requested<User> }) {
  const online = useOnline();
  if (person && mayAdjust(person) && !online && !loaded.failure) {
    return (
      <OfflineReason online={false}>
        <NeedsConnection />
      </OfflineReason>
    );
  }
  if (!person || mayAdjust(person)) return <LoadState {...loaded} lines={6} />;
  return (
    <Notice tone="warning">
      <Trans>Only the balance of a customer can be adjusted.</Trans>
    </Notice>
  );
}

const NeedsConnection = () => <Trans>You are offline. A balance is only changed with a connection.</Trans>;

interface PartProps {
  id: number;
  adjustment: ReturnType<typeof useAdjustment>;
}

const words = {
  checking: <Trans>We do not know yet whether the balance was changed. Checking…</Trans>,
  doubt: <Trans>We do not know yet whether the balance was changed.</Trans>,
  notApplied: <Trans>The balance was not changed. You can try again.</Trans>,
};

function Form({ id, adjustment }: PartProps) {
  const online = useOnline();
  const blockers = useBlockers(id, adjustment);
  return (
    <>
      <Box mb="4" _empty={{ display: 'none' }}>
        <MoneyNotices words={words} money={adjustment.money} online={online} />
      </Box>
      {adjustment.money.phase === 'editing' ? <DoubtNotices doubts={blockers} onCheck={settleCallInDoubt} /> : null}
      <AdjustmentForm adjustment={adjustment} />
    </>
  );
}

function Footer({ id, adjustment, onClose }: PartProps & { onClose: () => void }) {
  const online = useOnline();
  const isBlocked = useBlockers(id, adjustment).length > 0;
  return (
    <MoneyFooter
      submit={{ form: adjustment.formId }}
      money={adjustment.money}
      online={online}
      offlineReason={<NeedsConnection />}
      isBlocked={isBlocked || adjustment.balance === undefined}
      onClose={onClose}
    >
      {adjustment.fields.direction === 'add' ? (
        <Trans>Add to the balance</Trans>
      ) : (
        <Trans>Subtract from the balance</Trans>
      )}
    </MoneyFooter>
  );
}

/** Returns the earlier adjustments of a customer that are in doubt: they must be settled first. */
function useBlockers(userId: number, { money }: PartProps['adjustment']) {
  return useCallsInDoubt().filter(
    ({ key, call, about }) => call.endsWith('Balance') && about.user_id === userId && !money.owns(key),
  );
}

function CloseButton({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <Button variant="outline" onClick={onClose}>
      <Trans>Close</Trans>
    </Button>
  );
}
