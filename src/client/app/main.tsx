import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { activate } from '../text/activate.ts';
import '../text/fonts.css';
import { storedLocale } from '../text/locales.ts';
import { Providers } from './providers.tsx';
import { makeRouter } from './routes.tsx';
import { watchSession } from './watch-session.ts';

const router = makeRouter();
watchSession();

// The words and the first page's code load side by side; until then the frame of index.html stands.
await Promise.all([activate(storedLocale()), router.load()]);

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no place for the app');
createRoot(place).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
