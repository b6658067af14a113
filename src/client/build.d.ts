// Declarations for what this build adds to the code; Vite and its plugins declare the rest.

/** The version of this build, as in package.json. */
declare const __APP_VERSION__: string;

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module 'virtual:sync-worker' {
  /** The address of the sync worker (`scripts/sync-worker.ts`). */
  export const workerUrl: string;
}
