import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { readUnseen, type SettledPledge } from '../../sync/outcomes.ts';
import { owed, signOut } from '../../sync/sign-out.ts';
import type { Owed } from '../../sync/sign-out.ts';
import { useKeepsNothing } from '../../sync/use-storage-mode.ts';
import { Notice } from '../../ui/notice.tsx';
import { OutcomeNotices } from '../../ui/outcome-notices.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';

interface Asking {
  left: Owed;
  /** Outcomes of orders that the person has not seen: they are shown before the person leaves. */
  outcomes: SettledPledge[];
  problem: boolean;
}

type Choice = 'clean' | 'keep' | 'discard';
type Step = { kind: 'sending' } | ({ kind: 'asking' } & Asking) | { kind: 'leaving' };

/** Signs out; when something was not sent yet, the person chooses what becomes of it (D-11). */
export function SignOutDialog({ onStay }: { onStay: () => void }) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>({ kind: 'sending' });
  const ask = async (left: Owed, problem: boolean) =>
    setStep({ kind: 'asking', left, problem, outcomes: await readUnseen(currentDatabase()) });
  const leave = async (choice: Choice, seen: readonly SettledPledge[] = []) => {
    const db = currentDatabase();
    setStep({ kind: 'leaving' });
    const end = await signOut(
      db,
      choice,
      seen.map(({ key }) => key),
    );
    // A fresh page: nothing of this person stays in memory.
    if (end === 'done') location.replace('/auth/login');
    else await ask(await owed(db, 0), end === 'unreachable');
  };
  useEffect(() => {
    let isHere = true;
    void owed(currentDatabase()).then((left) => {
      if (!isHere) return undefined;
      return unsentOf(left) + left.drafts + left.unseen === 0 ? leave('clean') : ask(left, false);
    });
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  }, []);
  return (
    <SheetDialog open onClose={onStay} title={t`Log out`} size="sm">
      {step.kind === 'asking' ? (
        <Question {...step} onStay={onStay} leave={(choice) => void leave(choice, step.outcomes)} />
      ) : (
        <Box display="flex" alignItems="center" gap="3" py="4" role="status">
          <Spinner />
          {step.kind === 'sending' ? <Trans>Sending what is waiting…</Trans> : <Trans>Logging out…</Trans>}
        </Box>
      )}
    </SheetDialog>
  );
}

const unsentOf = ({ waiting, parked, inDoubt }: Owed) => waiting + parked + inDoubt;

interface QuestionProps extends Asking {
  onStay: () => void;
  leave: (choice: Choice) => void;
}

function Question({ left, outcomes, problem, onStay, leave }: QuestionProps) {
  const isOwed = unsentOf(left) + left.drafts > 0;
  return (
    <Box display="flex" flexDirection="column" gap="4">
      <OutcomeNotices outcomes={outcomes} />
      {isOwed ? <Left remaining={left} count={unsentOf(left)} /> : null}
      {problem ? (
        <Notice tone="error">
          <Trans>The server cannot be reached, so what may have arrived cannot be discarded now.</Trans>
        </Notice>
      ) : null}
      <Button onClick={onStay} data-autofocus>
        <Trans>Stay</Trans>
      </Button>
      {isOwed ? (
        <LeaveWithUnsent remaining={left} leave={leave} />
      ) : (
        <Button variant="outline" onClick={() => leave('clean')}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </Box>
  );
}

function LeaveWithUnsent({ remaining, leave }: { remaining: Owed } & Pick<QuestionProps, 'leave'>) {
  return (
    <>
      {useKeepsNothing() ? null : (
        <Button variant="outline" whiteSpace="normal" h="auto" minH="11" py="2" onClick={() => leave('keep')}>
          <Keep count={unsentOf(remaining)} drafts={remaining.drafts} />
        </Button>
      )}
      <Button variant="ghost" colorPalette="red" onClick={() => leave('discard')}>
        <Trans>Log out and discard</Trans>
      </Button>
    </>
  );
}

function Left({ remaining, count }: { remaining: Owed; count: number }) {
  const unfinished = <Plural value={remaining.drafts} one="# text is not finished" other="# texts are not finished" />;
  const title =
    count > 0 ? (
      <Plural value={count} one="# change was not sent yet" other="# changes were not sent yet" />
    ) : (
      unfinished
    );
  return (
    <Notice tone="warning" title={title}>
      {count > 0 && remaining.drafts > 0 ? <Box>{unfinished}</Box> : null}
      {remaining.inDoubt > 0 ? (
        <Trans>This includes an order whose outcome is not known.</Trans>
      ) : (
        <Trans>This exists on this device only.</Trans>
      )}
    </Notice>
  );
}

function Keep({ count, drafts }: { count: number; drafts: number }) {
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
