import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface Options {
  /** The form has changes that are not saved. */
  isDirty: boolean;
  /** Deletes the draft of the form. */
  onDiscard: () => void;
}

interface LeaveGuard {
  /** Runs a step that leaves the form; with unsaved changes only after the user has agreed to discard them. */
  ask: (step: () => void) => void;
  /** Runs a step that leaves the form without a question, as after a save. */
  leave: (step: () => void) => void;
  /** The question, to be rendered beside the form. */
  question: ReactNode;
}

/** Asks before the user leaves a form with unsaved changes, by its buttons, by a link or by the browser's back button. */
export function useLeaveGuard({ isDirty, onDiscard }: Options): LeaveGuard {
  const isLeaving = useRef(false);
  const [wanted, setWanted] = useState<{ step: () => void } | null>(null);
  const blocker = useBlocker({
    // The draft survives a login.
    shouldBlockFn: ({ next }) => !isLeaving.current && !next.pathname.startsWith('/auth/'),
    withResolver: true,
    // It also survives a reload.
    enableBeforeUnload: false,
    disabled: !isDirty,
  });
  const leave = (step: () => void) => {
    // A save may end after the user has left.
    if (isLeaving.current) return;
    isLeaving.current = true;
    step();
  };
  const discard = () => {
    setWanted(null);
    onDiscard();
    leave(() => (wanted ? wanted.step() : blocker.proceed?.()));
  };
  const stay = () => {
    setWanted(null);
    blocker.reset?.();
  };
  return {
    ask: (step) => (isDirty ? setWanted({ step }) : leave(step)),
    leave,
    question: (
      <ConfirmDialog
        open={wanted !== null || blocker.status === 'blocked'}
        tone="danger"
        title={<Trans>Discard your changes?</Trans>}
        description={<Trans>This form has changes that are not saved.</Trans>}
        confirmLabel={<Trans>Discard</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        onClose={stay}
        onConfirm={discard}
      />
    ),
  };
}
