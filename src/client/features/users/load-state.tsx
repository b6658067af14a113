import { Button } from '@chakra-ui/react/button';
import { Trans } from '@lingui/react/macro';
import { useRefusalText } from '../../text/refusals.ts';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import type { Loaded } from './use-loaded.ts';

interface Props extends Omit<Loaded<unknown>, 'data'> {
  /** Lines of the placeholder. */
  lines?: number;
  /** Data is shown already: neither placeholder nor the reason why there is none. */
  hasData?: boolean;
}

/** What is shown above or instead of data from the server: a placeholder, a failure with Retry, or the reason offline. */
export function LoadState({ failure, isLoading, retry, lines = 3, hasData = false }: Props) {
  const { failure: sentenceOf } = useRefusalText();
  if (isLoading) return hasData ? null : <SkeletonLines lines={lines} />;
  if (failure) {
    return (
      <Notice
        tone="warning"
        action={
          <Button size="sm" variant="outline" onClick={retry}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        {sentenceOf(failure)}
      </Notice>
    );
  }
  return hasData ? null : <OfflineReason online={false} />;
}
