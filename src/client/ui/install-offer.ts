import { useSyncExternalStore } from 'react';
import { createSignal } from '../base/signal.ts';

/** The event with which Chromium offers to install the app; other browsers never send it. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallOffer | null = null;
const changes = createSignal();

/** Keeps the browser's offer to install the app, which comes once and early, until a screen makes it. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => setOffer(null));
}

/** Returns a function that opens the browser's own question; null where there is none, or it was answered. */
export function useInstallOffer(): (() => Promise<unknown>) | null {
  const current = useSyncExternalStore(changes.subscribe, () => offer);
  return current && (() => makeOffer(current));
}

/** A browser answers each offer once. */
async function makeOffer(current: InstallOffer): Promise<void> {
  setOffer(null);
  await current.prompt();
}

function setOffer(next: InstallOffer | null): void {
  offer = next;
  changes.emit();
}
