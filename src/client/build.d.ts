// What the build puts into the code, beside the types that Vite and its plugins declare.

/** The version of this build, as in package.json. */
declare const __APP_VERSION__: string;

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
