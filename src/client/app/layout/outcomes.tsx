import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { dismissOutcomes, useUnseenOutcomes } from '../../sync/use-pending-calls.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { routePaths } from '../paths/route-names.ts';
import { Box } from '../../ui/theme/styled.tsx';

const OutcomeNotices = lazyPart(async () => (await import('../../ui/outcome-notices.tsx')).OutcomeNotices);

/** The unseen outcomes of orders whose answer was lost; above every page except the outbox, which lists them itself. */
export function Outcomes() {
  const outcomes = useUnseenOutcomes();
  const isVisible = useSyncExternalStore(onVisibility, isPageVisible);
  const isOutbox = useRouterState({ select: ({ location }) => location.pathname === routePaths.outbox });
  if (!isVisible || isOutbox || outcomes.length === 0) return null;
  return (
    <Box mb="5">
      <OutcomeNotices outcomes={outcomes} onSeen={(key) => void dismissOutcomes([key])} />
    </Box>
  );
}

const isPageVisible = () => document.visibilityState === 'visible';

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
