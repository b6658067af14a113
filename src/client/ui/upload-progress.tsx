import { Trans } from '@lingui/react/macro';

/** How far the files of a waiting message have come: "Uploading files: 2 of 3". */
export function UploadProgress({ done, total }: { done: number; total: number }) {
  return (
    <span className="numbers">
      <Trans>
        Uploading files: {done} of {total}
      </Trans>
    </span>
  );
}
