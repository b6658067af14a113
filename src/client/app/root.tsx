import { chakra } from '@chakra-ui/react/styled-system';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { StorageNotice } from './storage-notice.tsx';
import { Toaster } from '../ui/toaster.tsx';

const UpdatePrompt = lazy(async () => ({ default: (await import('./update-prompt.tsx')).UpdatePrompt }));

/** What surrounds every page: messages, the offer of a new version, and the spoken name of the page. */
export function Root() {
  return (
    <>
      <StorageNotice />
      <Outlet />
      <Announcer />
      <Toaster />
      <Suspense fallback={null}>
        <UpdatePrompt />
      </Suspense>
    </>
  );
}

const Spoken = chakra('div', { base: { srOnly: true } });

/** Says the new page's title to screen readers after a change of page, and moves the focus to its beginning. */
function Announcer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [first] = useState(path);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (!path || path === first) return undefined;
    document.getElementById('main')?.focus({ preventScroll: true });
    const timer = setTimeout(() => setTitle(document.title), 150);
    return () => clearTimeout(timer);
  }, [path, first]);
  return (
    <Spoken role="status" aria-live="polite">
      {title}
    </Spoken>
  );
}
