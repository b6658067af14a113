import type { Plugin, Rolldown } from 'vite';

/**
 * Tells `public/boot.js` the files that the app will ask for before it can show anything: the words of each language
 * with its letters, and what every page behind the login needs. It brings the right ones beside the app instead of
 * after it, so that nothing moves when they arrive.
 */
export function nameEarlyFiles(): Plugin {
  return {
    name: 'early-files',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const early = Object.groupBy(Object.values(bundle ?? {}), (file) => occasionOf(file) ?? '');
        delete early[''];
        const paths = Object.entries(early).map(([occasion, files]) => [
          occasion,
          files?.map(({ fileName }) => `/${fileName}`),
        ]);
        const content = JSON.stringify(Object.fromEntries(paths));
        return [{ tag: 'meta', attrs: { name: 'early-files', content }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** When a file is wanted early: in a language, or on every page behind the login (`house`). */
function occasionOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset): string | undefined {
  if (file.type === 'chunk') {
    return file.name === 'house' ? file.name : /\/locale\/(\w+)\.po$/.exec(file.facadeModuleId ?? '')?.[1];
  }
  // A device on which somebody is signed in has Inter already: it comes from there before the first text is drawn.
  const font = /\/(inter|ibm-plex-sans-arabic)-.*\.woff2$/.exec(file.fileName)?.[1];
  return font && { inter: 'house', 'ibm-plex-sans-arabic': 'ar' }[font];
}
