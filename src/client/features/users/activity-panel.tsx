import { Plural, Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { listUserSessions, readUserSessionDay } from '../../../contract/people.ts';
import { asFailure } from '../../api/failure.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useDates } from '../../text/dates.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { FieldError } from '../../ui/field.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonList } from '../../ui/skeleton-fields.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { loadSessionsOfDay, loadActiveDays } from './loads.ts';
import { PartState } from './part-state.tsx';
import { NotLoaded } from './user-words.tsx';
import { Box, chakra, Muted, MutedSpan, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

type Day = OutputOf<typeof listUserSessions>['days'][number];
type DaySessions = OutputOf<typeof readUserSessionDay>['sessions'];

/** Days that are shown before the user asks for all of them. */
const shownDays = 7;

/** The days on which a user signed in or did something, the newest first; a day opens its sessions. */
export function ActivityPanel({ id }: { id: number }) {
  const sessions = useRequest(`users/${id}/sessions`, (signal) => loadActiveDays(id, signal));
  const [isWhole, setWhole] = useState(false);
  const days = sessions.data?.days;
  const shown = isWhole ? days : days?.slice(0, shownDays);
  return (
    <Panel title={<Trans>Activity by day</Trans>}>
      {days?.length === 0 ? (
        <Muted>
          <Trans>No activity in the last 120 days.</Trans>
        </Muted>
      ) : null}
      <ul>
        {shown?.map((day) => (
          <ActiveDay key={day.day} userId={id} day={day} />
        ))}
      </ul>
      {days && days.length > shownDays && !isWhole ? (
        <Button mt="3" size="sm" variant="outline" onClick={() => setWhole(true)}>
          <Trans>More</Trans>
        </Button>
      ) : null}
      <PartState
        {...sessions}
        hasData={days !== undefined}
        skeleton={<SkeletonList rows={shownDays} minH="2.8125rem" line="below" lines={1} />}
      >
        <NotLoaded />
      </PartState>
    </Panel>
  );
}

function ActiveDay({ userId, day }: { userId: number; day: Day }) {
  const panel = useId();
  const dates = useDates();
  const { busy, whileBusy } = useBusy();
  const { failure: sentenceOf } = useRefusalText();
  const [isOpen, setOpen] = useState(false);
  const [sessions, setSessions] = useState<DaySessions | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const load = async () => {
    setFailure(null);
    await loadSessionsOfDay(userId, day.day).then(
      (answer) => setSessions(answer.sessions),
      (thrown: unknown) => setFailure(asFailure(thrown)),
    );
  };
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen && sessions === null) void whileBusy(load);
  };
  return (
    <chakra.li borderBottomWidth="1px" borderColor="border.muted">
      <Opener type="button" aria-expanded={isOpen} aria-controls={panel} onClick={toggle}>
        <chakra.span fontWeight="medium">{dates.short(`${day.day}T12:00`)}</chakra.span>
        <MutedSpan textStyle="xs" flex="1">
          <Plural value={day.sessions} one="# login" other="# logins" />
          {' · '}
          <Plural value={day.actions} one="# action" other="# actions" />
        </MutedSpan>
        <ChevronDown size={16} aria-hidden="true" style={isOpen ? { rotate: '180deg' } : undefined} />
      </Opener>
      <Box id={panel} hidden={!isOpen} pb="3" aria-busy={busy}>
        {failure ? <FieldError>{sentenceOf(failure)}</FieldError> : null}
        <SessionList day={day} sessions={sessions} />
      </Box>
    </chakra.li>
  );
}

function SessionList({ day, sessions }: { day: Day; sessions: DaySessions | null }) {
  const dates = useDates();
  const first = dates.time(day.first_action_at);
  const last = dates.time(day.last_action_at);
  return (
    <Stack textStyle="xs" color="fg.muted" gap="1">
      {day.first_action_at === null ? null : (
        <p>
          <Trans>
            Actions from {first} to {last}
          </Trans>
        </p>
      )}
      {sessions?.map((session) => (
        <Box key={session.id} display="flex" gap="3">
          <chakra.span flexShrink={0}>{dates.time(session.created_at)}</chakra.span>
          <FreeText>{session.user_agent ?? '–'}</FreeText>
        </Box>
      ))}
    </Stack>
  );
}

const Opener = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: '11',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'sm',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.hover' },
  },
});
