import type { Plugin, Rolldown } from 'vite';

/**
 * Lists for `public/boot.js` the files that the app requests before it can show anything: the texts and fonts of each
 * language, what every page behind the login needs, and the code of the screens with which most visits begin. The script
 * requests the right ones together with the app instead of after it, so that nothing moves on the page when they arrive.
 * Scripts have a low priority, because the frame in `index.html` is painted without them and must not wait for them; fonts
 * keep theirs, so that no text changes its form.
 */
export function nameEarlyFiles(): Plugin {
  return {
    name: 'early-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const content = bundle ? JSON.stringify(earlyFilesOf(Object.values(bundle))) : '{}';
        return {
          html: html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
          tags: [{ tag: 'meta', attrs: { name: 'early-files', content }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}

type BuiltFile = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** What every page behind the login needs, with the worker that loads its rows. */
const signedInChunks = ['signedIn', 'sync', 'passes', 'sync-worker'];

/** The screens with which most visits begin, by the beginning of their addresses. */
const firstScreens = {
  '/dashboard/admin': 'features/dashboard/admin-dashboard-screen.tsx',
  '/dashboard/user': 'features/dashboard/user-dashboard-screen.tsx',
  '/user/catalogue': 'features/categories/catalogue-screen.tsx',
  '/user/categories/': 'features/categories/category-screen.tsx',
};

/** The addresses of early files by occasion: a language, `signedIn`, or the beginning of an address. */
function earlyFilesOf(files: readonly BuiltFile[]): Record<string, string[]> {
  const early: Record<string, string[]> = {};
  for (const file of files) {
    const occasion = neededFor(file);
    if (occasion) (early[occasion] ??= []).push(`/${file.fileName}`);
  }
  const chunks = files.filter((file) => file.type === 'chunk');
  const before = reach(
    chunks,
    chunks.filter(({ name, isEntry }) => isEntry || signedInChunks.includes(name)),
  );
  for (const [address, source] of Object.entries(firstScreens)) {
    const screen = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/client/${source}`)));
    if (!screen) throw new Error(`early-files: no file has ${source}`);
    const names = [...reach(chunks, [screen])].filter((file) => !before.has(file));
    early[address] = names.map(({ fileName }) => `/${fileName}`);
  }
  return early;
}

/** When a file is requested early: in a language, or on every page behind the login (`signedIn`); undefined: never. */
function neededFor(file: BuiltFile): string | undefined {
  if (file.type === 'chunk') {
    return signedInChunks.includes(file.name)
      ? 'signedIn'
      : /\/locale\/(\w+)\.po$/.exec(file.facadeModuleId ?? '')?.[1];
  }
  // Only a signed-in device has Inter in its cache, so that it arrives before the first text is drawn.
  const font = /\/(inter|ibm-plex-sans-arabic)-.*\.woff2$/.exec(file.fileName)?.[1];
  return font && { inter: 'signedIn', 'ibm-plex-sans-arabic': 'ar' }[font];
}

/** The files that these import, also indirectly, and the files themselves. */
function reach(
  chunks: readonly Rolldown.OutputChunk[],
  from: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const reached = new Set(from);
  // A `for … of` over a set also visits the values that are added meanwhile.
  for (const { imports } of reached) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk);
  }
  return reached;
}
