import { Trans } from '@lingui/react/macro';
import { useLayoutEffect } from 'react';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useBalanceText } from '../../text/articles.ts';
import { BalanceHelp } from '../../ui/balance-help.tsx';
import { Panel } from '../../ui/panel.tsx';

/** How balance is added; `onDrawn` is called when the text is shown, or is not on this device. */
export function AddBalancePanel({ onDrawn }: { onDrawn: () => void }) {
  const shown = useShownArticles();
  const article = useBalanceText(shown);
  const online = useOnline();
  // With a connection, the articles follow the first load.
  const isMissing = !article && (shown === null ? !online : shown !== undefined);
  useLayoutEffect(() => {
    if (isMissing) onDrawn();
  }, [isMissing, onDrawn]);
  if (isMissing) return null;
  return (
    <Panel title={<Trans>How to add balance</Trans>}>
      <BalanceHelp article={article} onDrawn={onDrawn} />
    </Panel>
  );
}
