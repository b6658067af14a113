import type { Plugin, Rolldown } from 'vite';

/**
 * Lists for `public/boot.js` the files that the app requests before it can show anything: the texts and fonts of each
 * language, and what every page behind the login needs. The script requests the right ones together with the app
 * instead of after it, so that nothing moves on the page when they arrive. Scripts have a low priority, because the frame
 * in `index.html` is painted without them and must not wait for them; fonts keep theirs, so that no text changes its form.
 */
export function nameEarlyFiles(): Plugin {
  return {
    name: 'early-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const early = Object.groupBy(Object.values(bundle ?? {}), (file) => neededFor(file) ?? '');
        delete early[''];
        const paths = Object.entries(early).map(([occasion, files]) => [
          occasion,
          files?.map(({ fileName }) => `/${fileName}`),
        ]);
        const content = JSON.stringify(Object.fromEntries(paths));
        return {
          html: html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
          tags: [{ tag: 'meta', attrs: { name: 'early-files', content }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}

/** What every page behind the login needs, with the worker that loads its rows. */
const signedInChunks = ['signedIn', 'sync', 'passes', 'sync-worker'];

/** When a file is requested early: in a language, or on every page behind the login (`signedIn`); undefined: never. */
function neededFor(file: Rolldown.OutputChunk | Rolldown.OutputAsset): string | undefined {
  if (file.type === 'chunk') {
    return signedInChunks.includes(file.name)
      ? 'signedIn'
      : /\/locale\/(\w+)\.po$/.exec(file.facadeModuleId ?? '')?.[1];
  }
  // Only a signed-in device has Inter in its cache, so that it arrives before the first text is drawn.
  const font = /\/(inter|ibm-plex-sans-arabic)-.*\.woff2$/.exec(file.fileName)?.[1];
  return font && { inter: 'signedIn', 'ibm-plex-sans-arabic': 'ar' }[font];
}
