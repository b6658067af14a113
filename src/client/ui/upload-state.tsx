import { Trans } from '@lingui/react/macro';
import { useDates } from '../text/dates.ts';

/** The upload progress of a pending change's files: "Uploading files: 2 of 3". */
export function UploadProgress({ done, total }: { done: number; total: number }) {
  return (
    <span className="numbers">
      <Trans>
        Uploading files: {done} of {total}
      </Trans>
    </span>
  );
}

/** Says that a file of a pending change does not get through, and when it is tried again (ms by this device's clock). */
export function UploadFailure({ until }: { until: number }) {
  const time = useDates().time(until);
  return isFuture(until) ? (
    <Trans>The file does not get through. Next try at {time}.</Trans>
  ) : (
    <Trans>The file does not get through</Trans>
  );
}

const isFuture = (time: number): boolean => time > Date.now();
