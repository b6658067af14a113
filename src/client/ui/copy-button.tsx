import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { toast } from './toast.ts';
import { Button } from './button.tsx';

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: 'success', title: t`Copied to clipboard` });
    } catch {
      toast({ tone: 'error', title: t`This browser does not allow copying. Select the text instead.` });
    }
  };
  return (
    <Button variant="outline" size="sm" onClick={copy}>
      <Copy aria-hidden="true" />
      <Trans>Copy</Trans>
    </Button>
  );
}
