import { Trans } from '@lingui/react/macro';
import type { DashboardFigures } from '../../local/meta.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Kept } from './use-kept.ts';
import { Button } from '../../ui/button.tsx';

/** Says that the figures of the period could not be loaded, with their age and Retry (S2D-13). */
export function FiguresNotice({ figures: { value, isPending, failure, reload } }: { figures: Kept<DashboardFigures> }) {
  const online = useOnline();
  const { full } = useDates();
  const { failure: sentenceOf } = useRefusalText();
  const since = full(value?.at);
  if (!online)
    return value || isPending ? null : (
      <Notice title={<Trans>The figures of this period were never loaded on this device.</Trans>}>
        <Trans>They are loaded when you are online again.</Trans>
      </Notice>
    );
  if (!failure) return null;
  return (
    <Notice
      tone="warning"
      title={
        value ? (
          <Trans>The figures have not been updated since {since}.</Trans>
        ) : (
          <Trans>The figures could not be loaded.</Trans>
        )
      }
      action={
        <Button size="sm" variant="outline" onClick={reload}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {sentenceOf(failure)}
    </Notice>
  );
}
