import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Spinner } from '@chakra-ui/react/spinner';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { owed, signOut } from '../../sync/sign-out.ts';
import type { Owed } from '../../sync/sign-out.ts';
import { Notice } from '../../ui/notice.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';

type Step = { kind: 'sending' } | { kind: 'asking'; left: Owed; problem: boolean } | { kind: 'leaving' };

/** Signs out; when something was not sent yet, the person chooses what becomes of it (D-11). */
export function SignOutDialog({ onStay }: { onStay: () => void }) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>({ kind: 'sending' });
  const leave = async (choice: 'clean' | 'keep' | 'discard') => {
    const db = currentDatabase();
    setStep({ kind: 'leaving' });
    const end = await signOut(db, choice);
    // A fresh page: nothing of this person stays in memory.
    if (end === 'done') location.replace('/auth/login');
    else setStep({ kind: 'asking', left: await owed(db, 0), problem: end === 'unreachable' });
  };
  useEffect(() => {
    let isHere = true;
    void owed(currentDatabase()).then((left) => {
      if (!isHere) return undefined;
      return countOf(left) === 0 ? leave('clean') : setStep({ kind: 'asking', left, problem: false });
    });
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  }, []);
  return (
    <SheetDialog open onClose={onStay} title={t`Log out`} size="sm">
      {step.kind === 'asking' ? (
        <Question {...step} onStay={onStay} leave={(choice) => void leave(choice)} />
      ) : (
        <Box display="flex" alignItems="center" gap="3" py="4" role="status">
          <Spinner />
          {step.kind === 'sending' ? <Trans>Sending what is waiting…</Trans> : <Trans>Logging out…</Trans>}
        </Box>
      )}
    </SheetDialog>
  );
}

const countOf = ({ waiting, parked, inDoubt }: Owed) => waiting + parked + inDoubt;

function Question({
  left,
  problem,
  onStay,
  leave,
}: {
  left: Owed;
  problem: boolean;
  onStay: () => void;
  leave: (choice: 'keep' | 'discard') => void;
}) {
  const count = countOf(left);
  return (
    <Box display="flex" flexDirection="column" gap="4">
      <Notice
        tone="warning"
        title={<Plural value={count} one="# change was not sent yet" other="# changes were not sent yet" />}
      >
        {left.inDoubt > 0 ? (
          <Trans>This includes an order whose outcome is not known.</Trans>
        ) : (
          <Trans>This exists on this device only.</Trans>
        )}
      </Notice>
      {problem ? (
        <Notice tone="error">
          <Trans>The server cannot be reached, so what may have arrived cannot be discarded now.</Trans>
        </Notice>
      ) : null}
      <Button onClick={onStay} data-autofocus>
        <Trans>Stay</Trans>
      </Button>
      <Button variant="outline" whiteSpace="normal" h="auto" minH="11" py="2" onClick={() => leave('keep')}>
        <Plural
          value={count}
          one="Log out, keep # unsent change on this device"
          other="Log out, keep # unsent changes on this device"
        />
      </Button>
      <Button variant="ghost" colorPalette="red" onClick={() => leave('discard')}>
        <Trans>Log out and discard</Trans>
      </Button>
    </Box>
  );
}
