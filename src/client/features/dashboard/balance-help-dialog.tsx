import { Trans } from '@lingui/react/macro';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useBalanceText } from '../../text/articles.ts';
import { BalanceHelp } from '../../ui/balance-help.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';

/** How balance is added: the text of the shop, and the way to ask support. */
export function BalanceHelpDialog({ onClose }: { onClose: () => void }) {
  const article = useBalanceText(useShownArticles());
  return (
    <SheetDialog open onClose={onClose} title={<Trans>How to add balance</Trans>}>
      <BalanceHelp article={article} />
    </SheetDialog>
  );
}
