import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { signedInPerson } from '../api/session.ts';
import { reportFirstLoad, whenIdle } from '../base/idle.ts';
import { readPreference } from '../local/preferences.ts';
import { nextTask } from '../local/slices.ts';
import { activateLocale, storedLocale } from '../text/locales.ts';
import { Providers } from './root.tsx';
import { loadAppShell, makeRouter } from './routes.tsx';
import { keepInstallOffer } from '../ui/install-offer.ts';
import { getSystem } from '../ui/theme/system.ts';
import { restoreSession } from './restore-session.ts';
import { revokeEarlierSessions } from './revoke-earlier-sessions.ts';
import { watchSession } from './watch-session.ts';
import '../ui/theme/theme.css';
import '../text/fonts.css';

keepInstallOffer();
void start();

/**
 * Replaces the placeholder of index.html with the app. With a top-level await instead of this function, this file and the
 * pages would wait for each other, because the pages import from its chunk. The work is split into several tasks, because
 * a single one would block a slow phone for a second.
 */
async function start(): Promise<void> {
  // The status of sync takes over once the database is open.
  reportFirstLoad(signedInPerson() !== null && !readPreference('cod_loaded'));
  // The browser has just run all of this script.
  await nextTask();
  // The texts and the first page's code load in parallel.
  const textsLoaded = activateLocale(storedLocale());
  const sessionRestored = restoreSession();
  await nextTask();
  getSystem();
  await nextTask();
  const router = makeRouter();
  watchSession();
  await sessionRestored;
  revokeEarlierSessions();
  await Promise.all([textsLoaded, router.load()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );
  if (!signedInPerson()) whenIdle(loadAppShell);
}
