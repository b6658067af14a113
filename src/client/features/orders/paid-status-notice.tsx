import { Trans, useLingui } from '@lingui/react/macro';
import type { CallFailure } from '../../api/failure.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Notice } from '../../ui/notice.tsx';
import type { usePaidStatus } from './use-paid-status.ts';

type Props = Pick<ReturnType<typeof usePaidStatus>, 'phase' | 'failure' | 'isNotApplied'> & { online: boolean };

/** What went wrong with a change of status that moves money, and its unknown outcome. */
export function PaidStatusNotice({ phase, failure, isNotApplied, online }: Props) {
  if (phase === 'checking')
    return (
      <Notice tone="warning">
        <Trans>We do not know yet whether the status was changed. Checking…</Trans>
      </Notice>
    );
  if (phase === 'doubt')
    return (
      <Notice tone="warning" title={<Trans>We do not know yet whether the status was changed.</Trans>}>
        {online ? (
          <Trans>The server does not answer. Check again, or leave: you will be told as soon as it is known.</Trans>
        ) : (
          <Trans>You are offline. It is checked as soon as you are connected, and you will be told.</Trans>
        )}
      </Notice>
    );
  if (failure) return <Refusal failure={failure} />;
  return isNotApplied ? (
    <Notice tone="warning">
      <Trans>The status was not changed, and no money moved. You can try again.</Trans>
    </Notice>
  ) : null;
}

function Refusal({ failure }: { failure: CallFailure }) {
  const { t } = useLingui();
  const sentence = useRefusalText().failure(failure);
  const statuses = useStatuses();
  const { current, by } = failure.details ?? {};
  if (failure.code === 'CONFLICT' && typeof by === 'string') {
    const label = statuses.order(String(current)).label;
    return (
      <Notice tone="error">
        <Trans>
          <bdi>{by}</bdi> has set this order to “{label}” in the meantime. Nothing was changed.
        </Trans>
      </Notice>
    );
  }
  return (
    <Notice tone="error">
      {failure.code === 'BALANCE_NOT_ENOUGH' ? t`The customer’s balance is not enough. Nothing was changed.` : sentence}
    </Notice>
  );
}
