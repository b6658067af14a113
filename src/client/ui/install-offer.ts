import { i18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import { afterFirstLoad } from '../base/idle.ts';
import { createSignal } from '../base/signal.ts';

/** The event with which Chromium offers to install the app; other browsers never send it. */
interface InstallOffer extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallOffer | null = null;
const changes = createSignal();

/** Makes the app one that can be installed, and keeps the browser's offer to do so, which comes once, until a screen makes it. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => setOffer(null));
  let cancel: (() => void) | undefined;
  i18n.on('change', () => {
    cancel?.();
    cancel = afterFirstLoad(linkManifest);
  });
}

/**
 * Adds the web app manifest to the page: the app is installed with its texts in the active language. Late, because the
 * browser then requests the manifest and an icon.
 */
function linkManifest(): void {
  const found = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
  const link = found ?? document.createElement('link');
  link.rel = 'manifest';
  link.href = i18n.locale === 'en' ? '/manifest.webmanifest' : `/manifest.${i18n.locale}.webmanifest`;
  if (!found) document.head.append(link);
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
