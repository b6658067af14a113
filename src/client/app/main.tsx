import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activate } from '../text/activate.ts';
import '../text/fonts.css';
import { storedLocale } from '../text/locales.ts';
import { Providers } from './providers.tsx';
import { makeRouter } from './routes.tsx';
import { getSystem } from '../ui/theme/system.ts';
import { restoreSession } from './restore-session.ts';
import { revokeEarlierSessions } from './revoke-earlier-sessions.ts';
import { watchSession } from './watch-session.ts';

void start();

/**
 * Starts the app in the place of the frame that index.html shows. A function, not a top-level await: pages import
 * from this file's chunk and would wait for it while it waits for them. In tasks between which the browser may draw
 * and answer, because in one it would hold a slow phone for a second.
 */
async function start(): Promise<void> {
  // The words and the first page's code load side by side.
  const words = activate(storedLocale());
  const session = restoreSession();
  await nextTask();
  getSystem();
  await nextTask();
  const router = makeRouter();
  watchSession();
  await session;
  revokeEarlierSessions();
  await Promise.all([words, router.load()]);
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no place for the app');
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
