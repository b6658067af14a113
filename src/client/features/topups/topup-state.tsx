import { Trans } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayOf } from '../../local/days.ts';
import { useDates } from '../../text/dates.ts';
import { useTopupWords } from '../../text/topups.ts';
import { AppLink, ButtonLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { CancelTopup, CancelRefused } from './cancel-topup.tsx';
import { openingOf, parkedCancelOf, type OpenedTopup } from './queries.ts';
import { UnsentTopup } from './unsent-topup.tsx';

/** Where a request is, in one message, with what its customer can do about it. */
export function TopupState(opened: OpenedTopup) {
  const { topup, lane } = opened;
  const opening = openingOf(lane);
  if (opening) return <UnsentTopup item={opening} lane={lane} />;
  const cancel = parkedCancelOf(lane);
  return (
    <>
      {cancel ? <CancelRefused item={cancel} lane={lane} /> : null}
      {topup.status === 'waiting' ? <Waiting {...opened} /> : null}
      {topup.status === 'approved' ? <Approved {...opened} /> : null}
      {topup.status === 'refused' ? <Refused {...opened} /> : null}
      {topup.status === 'cancelled' ? (
        <Notice title={<Trans>Cancelled by you</Trans>} action={<SendAgain id={topup.id} />} />
      ) : null}
    </>
  );
}

function Waiting({ topup }: OpenedTopup) {
  const { time } = useDates();
  const at = <bdi>{time(topup.created_at)}</bdi>;
  const age = <RelativeTime at={topup.created_at} ago />;
  return (
    <Notice title={<Trans>Received {at}, the shop looks at it</Trans>} action={<CancelTopup id={topup.id} />}>
      <Trans>Sent {age}. The balance is added when the shop has approved it.</Trans>
    </Notice>
  );
}

function Approved({ topup, movement }: OpenedTopup) {
  const { credited, amount } = topup;
  const [added, asked] = [<MoneyText key="added" amount={credited} />, <MoneyText key="asked" amount={amount} />];
  const day = dayOf(movement?.created_at ?? topup.decided_at ?? topup.updated_at);
  return (
    <Notice tone="success" title={<Trans>Approved: {added} added</Trans>}>
      {credited === amount ? null : (
        <p>
          <Trans>
            You asked for {asked}, and {added} was added.
          </Trans>
        </p>
      )}
      <DecisionNote>{topup.decision_note}</DecisionNote>
      <AppLink to="/user/balance" search={{ kind: 'add', from: day, to: day } as never} {...target}>
        <Trans>See the movement</Trans>
      </AppLink>
    </Notice>
  );
}

function Refused({ topup }: OpenedTopup) {
  const words = useTopupWords();
  const why = words.reason(topup.reason ?? 'other');
  return (
    <Notice tone="error" title={<Trans>Refused: {why}</Trans>} action={<SendAgain id={topup.id} />}>
      <DecisionNote>{topup.decision_note}</DecisionNote>
    </Notice>
  );
}

/** The shop's words about its decision. */
function DecisionNote({ children }: { children: ReactNode }) {
  return children ? (
    <Box my="1">
      <FreeText whiteSpace="pre-line">{children}</FreeText>
    </Box>
  ) : null;
}

function SendAgain({ id }: { id: string }) {
  return (
    <ButtonLink to="/user/top-up" search={{ again: id } as never} size="sm" variant="outline">
      <RotateCw aria-hidden="true" />
      <Trans>Send again</Trans>
    </ButtonLink>
  );
}

/** High enough for a finger. */
const target = { display: 'inline-block', py: { base: '3', md: '1' }, mb: { base: '-3', md: '0' } } as const;
