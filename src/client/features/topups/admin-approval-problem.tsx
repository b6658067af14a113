import { Trans, useLingui } from '@lingui/react/macro';
import type { CallFailure } from '../../api/failure.ts';
import { useDates } from '../../text/dates.ts';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { useApproval } from './admin-approval.ts';

interface Props {
  approval: ReturnType<typeof useApproval>;
}

/** Why a request was not approved, where that is not about a field, and the tick for one that looks like another. */
export function ApprovalProblem({ approval }: Props) {
  const { failure, alike } = approval;
  return (
    <>
      {failure && !isSaidElsewhere(failure) ? <DecisionProblem failure={failure} /> : null}
      {alike.length > 0 ? <DespiteAlike approval={approval} /> : null}
    </>
  );
}

/** Under the field, or beside the tick. */
const isSaidElsewhere = ({ code }: CallFailure): boolean =>
  code === 'INVALID_FIELDS' || code === 'INVALID_PIN' || code === 'ALIKE';

/** Why a decision was refused; a request that was decided meanwhile says by whom and when. */
export function DecisionProblem({ failure }: { failure: CallFailure }) {
  const sentence = useDecisionSentence(failure);
  return <Notice tone={failure.code === 'CONFLICT' ? 'warning' : 'error'}>{sentence}</Notice>;
}

function useDecisionSentence(failure: CallFailure): string {
  const { t } = useLingui();
  const { failure: sentenceOf } = useRefusalText();
  const { format } = useMoney();
  const decided = useDecidedSentence();
  const { code, details = {} } = failure;
  if (code === 'LIMIT_REACHED' && typeof details.of === 'number') {
    const most = format(details.of);
    return t`The balance of a customer can be at most ${most}. Nothing was added.`;
  }
  return (code === 'CONFLICT' && decided(details)) || sentenceOf(failure);
}

/** Returns a function that says who has decided a request and when; undefined where a refusal does not say it. */
function useDecidedSentence(): (details: Record<string, unknown>) => string | undefined {
  const { t } = useLingui();
  const dates = useDates();
  return ({ at, by: name, current }) => {
    if (typeof at !== 'string') return undefined;
    const time = dates.time(at);
    const admin = typeof name === 'string' ? isolated(name) : '–';
    const { status } = (current ?? {}) as { status?: string };
    if (status === 'approved') return t`Approved by ${admin} at ${time}. Nothing was added now.`;
    if (status === 'refused') return t`Refused by ${admin} at ${time}.`;
    return t`Cancelled by the customer at ${time}.`;
  };
}

/** Names the approved requests with the same file or number; the approval needs a tick for them. */
function DespiteAlike({ approval: { alike, fields, change, money } }: Props) {
  const { t } = useLingui();
  const names = alike
    .map(({ number, user_name: customer }) => t`#${number} of ${{ customer: isolated(customer) }}`)
    .join(' · ');
  return (
    <Notice tone="warning" title={<Trans>This payment may have been credited before. Nothing was added.</Trans>}>
      <Checkbox
        label={t`Approve although it looks like ${names}`}
        checked={fields.isDespiteAlike}
        disabled={money.phase !== 'editing'}
        onChange={(isDespiteAlike) => change({ isDespiteAlike })}
      />
    </Notice>
  );
}
