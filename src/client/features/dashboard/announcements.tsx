import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Article } from '../../../contract/articles.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { serverNow } from '../../text/dates.ts';
import type { ListProps } from './announcement-list.tsx';
import { readAnnouncements } from './first-queries.ts';
import { Box } from '../../ui/theme/styled.tsx';

const AnnouncementList = lazy<ComponentType<ListProps>>(() =>
  import('./announcement-list.tsx').then(
    ({ AnnouncementList: List }) => ({ default: List }),
    // A dashboard without announcements is better than none.
    () => ({ default: () => null }),
  ),
);

/** How long the content waits for the announcements above it while the storage or the network does not answer, in ms. */
const waitMs = 3_000;

/**
 * The shop's announcements above the content of a dashboard. Nothing moves: the content is transparent until the
 * announcements are read, or as long as it `isIncomplete`, and announcements that arrive later are shown with the next
 * visit. The code of the list is loaded only when there are any.
 */
export function WithAnnouncements({ children, isIncomplete = false }: { children: ReactNode; isIncomplete?: boolean }) {
  const read = useLiveQuery(() => readAnnouncements(currentDatabase(), serverNow()), []);
  const isLate = useIsLate(isIncomplete);
  const settled = useSettled(read, isLate);
  const [isDrawn, setDrawn] = useState(false);
  const isReady = isLate || (settled && (settled.length === 0 || isDrawn) && !isIncomplete);
  return (
    <Box mt={{ base: '2', md: '0' }}>
      {settled?.length ? (
        <Suspense fallback={null}>
          <AnnouncementList announcements={settled} onDrawn={() => setDrawn(true)} />
        </Suspense>
      ) : null}
      <Box opacity={isReady ? undefined : 0}>{children}</Box>
    </Box>
  );
}

/** Returns only the announcements that were there when the page was drawn, or when it was last out of sight. */
function useSettled(read: Article[] | undefined, isLate: boolean): Article[] | undefined {
  const [versions, setVersions] = useState<ReadonlySet<string> | null>(null);
  if (!versions && (read || isLate)) setVersions(new Set(read?.map(versionOf)));
  useEffect(() => {
    const onVisibility = () => document.hidden && setVersions(new Set(read?.map(versionOf)));
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [read]);
  if (!versions) return undefined;
  return (read ?? []).filter((one) => versions.has(versionOf(one)));
}

const versionOf = ({ id, updated_at: at }: Article) => `${id} ${at}`;

/** Returns whether the content has waited too long; a new reason to wait (`isIncomplete`) has its own time. */
function useIsLate(isIncomplete: boolean): boolean {
  const [lateFor, setLateFor] = useState<boolean | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLateFor(isIncomplete), waitMs);
    return () => clearTimeout(timer);
  }, [isIncomplete]);
  return lateFor === isIncomplete;
}
