import { useEffect, useState, type ReactNode } from 'react';
import { whenIdleInTurn } from '../../base/idle.ts';
import { useIsFirstLoad } from '../../sync/use-sync-status.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { useNearScreen } from '../../ui/use-near-screen.ts';

/**
 * Renders its children when they are near the screen, or one after the other when the first load is over and the browser
 * is idle: panels below the screen do not delay those on it. Until then there is an empty space of about their height.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const [space, setSpace] = useState<HTMLDivElement | null>(null);
  const isNear = useNearScreen(space);
  const isFirstLoad = useIsFirstLoad();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (isFirstLoad ? undefined : whenIdleInTurn(() => setIdle(true))), [isFirstLoad]);
  return isNear || isIdle ? children : <Box ref={setSpace} minH="20rem" />;
}
