import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useRefusalText, type RefusalFacts } from '../text/refusals.ts';
import { Notice } from './notice.tsx';
import { OfflineReason } from './offline-reason.tsx';
import { SkeletonLines } from './skeleton-lines.tsx';
import { Button } from './button.tsx';

interface Props {
  /** The last request failed. */
  failure: RefusalFacts | null;
  isLoading: boolean;
  retry: () => void;
  /** Replaces the text about the connection. */
  children?: ReactNode;
  /** Lines of the placeholder. */
  lines?: number;
  /** The placeholder in the shape of the data, instead of lines. */
  skeleton?: ReactNode;
  /** Data is shown already: neither placeholder nor the reason why there is none. */
  hasData?: boolean;
}

/** Stands above or in place of data from the server: a placeholder, a failure with Retry, or the reason offline. */
export function LoadState({ failure, isLoading, retry, lines = 3, skeleton, hasData = false, children }: Props) {
  if (isLoading) return hasData ? null : (skeleton ?? <SkeletonLines lines={lines} />);
  if (failure) return <FailureNotice failure={failure} onRetry={retry} />;
  return hasData ? null : <OfflineReason online={false}>{children}</OfflineReason>;
}

/** Says why data could not be loaded, with Retry (S2D-13, S8-12). */
export function FailureNotice({ failure, onRetry }: { failure: RefusalFacts; onRetry: (() => void) | undefined }) {
  const { failure: sentenceOf } = useRefusalText();
  return (
    <Notice
      tone="warning"
      action={
        <Button size="sm" variant="outline" onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      {sentenceOf(failure)}
    </Notice>
  );
}

interface MoreProps extends Pick<Props, 'failure' | 'isLoading'> {
  /** The rows that are loaded. */
  data: readonly unknown[] | undefined;
  /** The number of rows on the server. */
  total: number;
  /** Requests the next page. */
  more: () => void;
}

/** Requests the next page of a history; not shown on its last page. */
export function MoreButton({ data, total, failure, isLoading, more }: MoreProps) {
  if (!data || data.length >= total || failure) return null;
  return (
    <Button mt="3" size="sm" variant="outline" loading={isLoading} onClick={more}>
      <Trans>More</Trans>
    </Button>
  );
}
