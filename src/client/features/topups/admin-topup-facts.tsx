import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { referenceOf } from '../../../contract/topup-rules.ts';
import { readUser } from '../../../contract/people.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import { call } from '../../api/call.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { useTopupWords } from '../../text/topups.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { FailureNotice } from '../../ui/load-state.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Box, chakra, Muted, MutedSpan } from '../../ui/theme/styled.tsx';
import { Method, SlipNumber, TopupStatus } from './admin-topup-cells.tsx';

/** What the customer says to have paid, and who that is. */
export function TopupFacts({ topup }: { topup: TopupRow }) {
  const { user_id: id, user_name: name, paid_on: day } = topup;
  const dates = useDates();
  return (
    <Panel title={<Trans>Request</Trans>} aside={<TopupStatus topup={topup} />}>
      <Facts>
        <Fact name={<Trans>Amount asked for</Trans>}>
          <MoneyText amount={topup.amount} textStyle="section" />
        </Fact>
        <Fact name={<Trans>Number of the transfer</Trans>}>
          <SlipNumber topup={topup} />
        </Fact>
        <Fact name={<Trans>Method</Trans>}>
          <Method topup={topup} />
        </Fact>
        <Fact name={<Trans>Paid on</Trans>}>{day === null ? '–' : dates.short(`${day}T00:00:00`)}</Fact>
        <Fact name={<Trans>Customer</Trans>}>
          <AppLink to={`/admin/users/${id}` as never}>
            <bdi>{name}</bdi>
          </AppLink>
        </Fact>
        <Fact name={<Trans>Reference</Trans>}>
          <bdi dir="ltr">{referenceOf(id)}</bdi>
        </Fact>
        <Fact name={<Trans>Balance</Trans>}>
          <Balance userId={id} />
        </Fact>
        <Fact name={<Trans>Sent</Trans>}>
          <RelativeTime at={topup.created_at} ago />
        </Fact>
      </Facts>
      {topup.note ? (
        <Box mt="3">
          <MutedSpan textStyle="xs">
            <Trans>Note of the customer</Trans>
          </MutedSpan>
          <FreeText whiteSpace="pre-wrap">{topup.note}</FreeText>
        </Box>
      ) : null}
    </Panel>
  );
}

/** The balance, which only the server has. */
function Balance({ userId }: { userId: number }) {
  const online = useOnline();
  const { data, failure, isLoading, retry } = useRequest(
    `users/${userId}`,
    async (signal) => (await call(readUser, { id: userId }, { signal })).user,
  );
  if (data) return <MoneyText amount={data.balance} />;
  if (failure && !isLoading) return <FailureNotice failure={failure} onRetry={retry} />;
  return online ? (
    <span aria-busy="true">…</span>
  ) : (
    <MutedSpan textStyle="xs">
      <Trans>You are offline. This needs a connection.</Trans>
    </MutedSpan>
  );
}

/** How a request was decided, by whom and when. */
export function Decision({ topup }: { topup: TopupRow }) {
  const dates = useDates();
  const words = useTopupWords();
  const { status, decided_by: by, decided_at: at, credited, reason, decision_note: note } = topup;
  const time = dates.full(at);
  const name = <bdi>{by ?? '–'}</bdi>;
  const money = <MoneyText amount={credited} fontWeight="semibold" />;
  return (
    <Panel title={<Trans>Decision</Trans>}>
      <chakra.p>
        {status === 'approved' ? (
          <Trans>
            Approved by {name}, {time}: {money} added
          </Trans>
        ) : status === 'refused' ? (
          <Trans>
            Refused by {name}, {time}
          </Trans>
        ) : (
          <Trans>Cancelled by the customer, {time}</Trans>
        )}
      </chakra.p>
      {reason ? <Muted mt="1">{words.reason(reason)}</Muted> : null}
      {note ? (
        <FreeText mt="2" whiteSpace="pre-wrap">
          {note}
        </FreeText>
      ) : null}
    </Panel>
  );
}

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(9rem, 100%), 1fr))',
  },
});

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <Box minW="0">
      <chakra.dt textStyle="xs" color="fg.muted">
        {name}
      </chakra.dt>
      <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
    </Box>
  );
}
