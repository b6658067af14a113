import { Trans } from '@lingui/react/macro';
import { Notice } from '../../ui/notice.tsx';
import type { SharedState } from './use-shared-files.ts';

/** Says that files which another app has shared are in the form, or did not arrive. */
export function SharedNotice({ state }: { state: SharedState }) {
  if (state === null) return null;
  if (state === 'taken')
    return (
      <Notice tone="success">
        <Trans>The shared picture is added.</Trans>
      </Notice>
    );
  return (
    <Notice tone="warning">
      <Trans>The shared picture did not arrive. Choose the picture here.</Trans>
    </Notice>
  );
}
