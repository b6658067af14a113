import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentToasts, onToasts } from './toast.ts';

const ToasterHost = lazy(async () => ({ default: (await import('./toaster-host.tsx')).ToasterHost }));

/** Where toasts appear; its code is loaded with the first one. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  return toasts.length > 0 ? (
    <Suspense fallback={null}>
      <ToasterHost />
    </Suspense>
  ) : null;
}
