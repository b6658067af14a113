import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { readUnseen, type SettledCall } from '../../sync/outcomes.ts';
import { syncAndCountUnsaved, signOut } from '../../sync/sign-out.ts';
import type { UnsavedWork } from '../../sync/sign-out.ts';
import { useIsMemoryOnly } from '../../sync/use-storage-mode.ts';
import { Notice } from '../../ui/notice.tsx';
import { OutcomeNotices } from '../../ui/outcome-notices.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Box, HStack, Stack } from '../../ui/theme/styled.tsx';
import { Button, Spinner } from '../../ui/button.tsx';

interface SignOutQuestion {
  unsaved: UnsavedWork;
  /** Outcomes of orders that the user has not seen; shown before the sign-out. */
  outcomes: SettledCall[];
  isUnreachable: boolean;
}

type Choice = 'clean' | 'keep' | 'discard';
type Step = { kind: 'sending' } | ({ kind: 'asking' } & SignOutQuestion) | { kind: 'leaving' };

/** Signs out; when there is unsaved work, the user chooses to keep or discard it (D-11). */
export function SignOutDialog({ onStay }: { onStay: () => void }) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>({ kind: 'sending' });
  const ask = async (unsaved: UnsavedWork, isUnreachable: boolean) =>
    setStep({ kind: 'asking', unsaved, isUnreachable, outcomes: await readUnseen(currentDatabase()) });
  const leave = async (choice: Choice, seen: readonly SettledCall[] = []) => {
    const db = currentDatabase();
    setStep({ kind: 'leaving' });
    const result = await signOut(
      db,
      choice,
      seen.map(({ key }) => key),
    );
    // Reloads the page, so that no data of this user stays in memory.
    if (result === 'done') location.replace('/auth/login');
    else await ask(await syncAndCountUnsaved(db, 0), result === 'unreachable');
  };
  useEffect(() => {
    let isCurrent = true;
    void syncAndCountUnsaved(currentDatabase()).then((unsaved) => {
      if (!isCurrent) return undefined;
      return unsentOf(unsaved) + unsaved.drafts + unsaved.unseen === 0 ? leave('clean') : ask(unsaved, false);
    });
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  }, []);
  return (
    <SheetDialog open onClose={onStay} title={t`Log out`} size="sm">
      {step.kind === 'asking' ? (
        <Question {...step} onStay={onStay} leave={(choice) => void leave(choice, step.outcomes)} />
      ) : (
        <HStack gap="3" py="4" role="status">
          <Spinner />
          {step.kind === 'sending' ? <Trans>Sending what is waiting…</Trans> : <Trans>Logging out…</Trans>}
        </HStack>
      )}
    </SheetDialog>
  );
}

const unsentOf = ({ waiting, parked, inDoubt }: UnsavedWork) => waiting + parked + inDoubt;

interface QuestionProps extends SignOutQuestion {
  onStay: () => void;
  leave: (choice: Choice) => void;
}

function Question({ unsaved, outcomes, isUnreachable, onStay, leave }: QuestionProps) {
  const hasUnsaved = unsentOf(unsaved) + unsaved.drafts > 0;
  return (
    <Stack gap="4">
      <OutcomeNotices outcomes={outcomes} />
      {hasUnsaved ? <UnsavedNotice unsaved={unsaved} count={unsentOf(unsaved)} /> : null}
      {isUnreachable ? (
        <Notice tone="error">
          <Trans>The server cannot be reached, so what may have arrived cannot be discarded now.</Trans>
        </Notice>
      ) : null}
      <Button onClick={onStay} data-autofocus>
        <Trans>Stay</Trans>
      </Button>
      {hasUnsaved ? (
        <LeaveWithUnsent unsaved={unsaved} leave={leave} />
      ) : (
        <Button variant="outline" onClick={() => leave('clean')}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </Stack>
  );
}

function LeaveWithUnsent({ unsaved, leave }: { unsaved: UnsavedWork } & Pick<QuestionProps, 'leave'>) {
  return (
    <>
      {useIsMemoryOnly() ? null : (
        <Button variant="outline" whiteSpace="normal" h="auto" minH="11" py="2" onClick={() => leave('keep')}>
          <KeepLabel count={unsentOf(unsaved)} drafts={unsaved.drafts} />
        </Button>
      )}
      <Button variant="ghost" colorPalette="red" onClick={() => leave('discard')}>
        <Trans>Log out and discard</Trans>
      </Button>
    </>
  );
}

function UnsavedNotice({ unsaved, count }: { unsaved: UnsavedWork; count: number }) {
  const unfinished = <Plural value={unsaved.drafts} one="# text is not finished" other="# texts are not finished" />;
  const title =
    count > 0 ? (
      <Plural value={count} one="# change was not sent yet" other="# changes were not sent yet" />
    ) : (
      unfinished
    );
  return (
    <Notice tone="warning" title={title}>
      {count > 0 && unsaved.drafts > 0 ? <Box>{unfinished}</Box> : null}
      {unsaved.inDoubt > unsaved.usersInDoubt ? (
        <Trans>This includes a payment whose outcome is not known.</Trans>
      ) : unsaved.usersInDoubt > 0 ? (
        <Trans>This includes a new user of whom it is not known whether the account was created.</Trans>
      ) : (
        <Trans>This exists on this device only.</Trans>
      )}
    </Notice>
  );
}

function KeepLabel({ count, drafts }: { count: number; drafts: number }) {
  if (count > 0 && drafts > 0) return <Trans>Log out, keep all of it on this device</Trans>;
  if (count > 0)
    return (
      <Plural
        value={count}
        one="Log out, keep # unsent change on this device"
        other="Log out, keep # unsent changes on this device"
      />
    );
  return (
    <Plural
      value={drafts}
      one="Log out, keep # unfinished text on this device"
      other="Log out, keep # unfinished texts on this device"
    />
  );
}
