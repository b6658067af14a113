import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { loadSessions, type OwnSession } from './own-account.ts';
import { SessionLine } from './session-line.tsx';
import { chakra, Muted, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** Sessions that are visible before the user opens the rest. */
const visibleSessions = 5;

/** The devices on which the user is logged in; each other one, or all of them, can be logged out (C-29). */
export function SessionsPanel() {
  const online = useOnline();
  const { data, failure, isLoading, retry } = useRequest('account/sessions', loadSessions);
  const [isOpen, setOpen] = useState(false);
  const [ending, setEnding] = useState<{ sessions: readonly OwnSession[]; isAll: boolean } | null>(null);
  const sessions = data ?? [];
  const others = sessions.filter((session) => !session.is_current);
  const shown = isOpen ? sessions : sessions.slice(0, visibleSessions);
  return (
    <Panel title={<Trans>Devices</Trans>}>
      <Muted mb="2">
        <Trans>Your account is logged in on these devices. Log out the ones you do not know or no longer use.</Trans>
      </Muted>
      <LoadState {...{ failure, isLoading, retry }} hasData={data !== undefined} />
      <chakra.ul listStyleType="none" aria-busy={isLoading}>
        {shown.map((session) => (
          <SessionLine
            key={session.id}
            {...{ session, online, offlineId }}
            onEnd={() => setEnding({ sessions: [session], isAll: false })}
          />
        ))}
      </chakra.ul>
      {data ? <OfflineReason online={online} id={offlineId} /> : null}
      <Wrap gap="3" mt={others.length > 0 ? '3' : '0'}>
        {shown.length < sessions.length ? (
          <Button variant="outline" onClick={() => setOpen(true)}>
            <Plural value={sessions.length} one="Show # device" other="Show all # devices" />
          </Button>
        ) : null}
        {others.length > 0 ? (
          <Button
            variant="outline"
            disabled={!online}
            aria-describedby={online ? undefined : offlineId}
            onClick={() => setEnding({ sessions: others, isAll: true })}
          >
            <Trans>Log out all other devices</Trans>
          </Button>
        ) : null}
      </Wrap>
      {ending ? <EndSessionsDialog {...ending} onClose={() => setEnding(null)} onEnded={retry} /> : null}
    </Panel>
  );
}

const offlineId = 'sessions-offline';
