import { Trans } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useBalanceText } from '../../text/articles.ts';
import { BalanceHelp } from '../../ui/balance-help.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Muted } from '../../ui/theme/styled.tsx';

interface Props {
  /** To ask for it is the main action of the page. */
  isMain?: boolean;
  /** Called when all texts are shown. */
  onDrawn?: () => void;
}

/** The shop's text about adding balance, and the way to ask for it; one sentence where the text is not on this device. */
export function AddBalance({ isMain = false, onDrawn }: Props) {
  const shown = useShownArticles();
  const article = useBalanceText(shown);
  const online = useOnline();
  // With a connection, the articles follow the first load.
  const isMissing = !article && (shown === null ? !online : shown !== undefined);
  if (!isMissing) return <BalanceHelp article={article} isMain={isMain} {...(onDrawn && { onDrawn })} />;
  return (
    <Muted>
      {onDrawn ? <Drawn onDrawn={onDrawn} /> : null}
      <Trans>Ask support how balance is added in this shop.</Trans>
    </Muted>
  );
}

export function AddBalanceDialog({ onClose }: { onClose: () => void }) {
  return (
    <SheetDialog open onClose={onClose} title={<Trans>How to add balance</Trans>}>
      <AddBalance />
    </SheetDialog>
  );
}

/** Says that the parts around it are shown. */
export function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(onDrawn, [onDrawn]);
  return null;
}
