import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  isUnsaved: () => boolean;
  /** Deletes the draft. */
  onDiscard: () => Promise<void>;
}

/** Asks before another page replaces a form with unsaved changes; a reload keeps them, and the login page may follow. */
export function LeaveQuestion({ isUnsaved, onDiscard }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && !next.pathname.startsWith('/auth/') && isUnsaved(),
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      open
      tone="danger"
      onClose={reset}
      onConfirm={() => void onDiscard().then(proceed)}
      title={<Trans>Discard your changes?</Trans>}
      description={<Trans>This form has changes that are not saved.</Trans>}
      confirmLabel={<Trans>Discard</Trans>}
      cancelLabel={<Trans>Keep editing</Trans>}
    />
  );
}
