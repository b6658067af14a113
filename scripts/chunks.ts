import { dirname, join } from 'node:path';

/** Folders whose parts are used together: the screens of two features, and what most lists and forms need. */
const folders = ['features/users', 'features/products', 'lists', 'forms'];
/** Small sources that lists use, and few others. */
const partsOfLists = ['base/idle.ts', 'ui/use-media.ts'];

/** Sources whose parts, also indirect ones, all load together. */
const files = {
  login: ['app/main.tsx'],
  signedIn: ['app/layout/app-shell.tsx', 'app/open-personal-database.ts'],
};

/**
 * The sync worker. It shares `base` with all pages, `sync` with those behind the login, and `passes` with a page that has
 * no worker.
 */
const worker = 'sync/sync-worker.ts';
/** The sources that only the worker has. */
const ofWorker = [worker, 'sync/quiet-channel.ts'];

/** The first screens of a session; the parts of them that other screens use too are in `signedIn`. */
const firstScreen = [
  'features/dashboard/user-dashboard-screen.tsx',
  'app/layout/bell-panel.tsx',
  'app/layout/nav-drawer.tsx',
];
/** Parts of the first screen that are loaded after it, in one file. */
const laterParts = ['features/dashboard/user-dashboard-content.tsx'];
const usedByMany = /\/src\/client\/(?:ui|text)\/|\/lucide-react\/dist\/esm\/icons\//;

/** Modules that export a whole library of which the app uses a small part, and the folder of the icons. */
const wholeLibraries: readonly { name: string; module: RegExp }[] = [
  { name: 'lucide-react', module: /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/ },
  { name: '@ark-ui/react', module: /\/@ark-ui\/react\/dist\/index\.js$/ },
  { name: '@zag-js/dom-query', module: /\/@zag-js\/dom-query\/dist\/index\.mjs$/ },
];
const iconFolder = /\/lucide-react\/dist\/esm\/icons\//;

/** The part of the bundler's module graph that this file reads. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

/**
 * Returns a function that names the file of a module. Modules that always load together go into one file: `login` has
 * all that the login page needs, `signedIn` what nearly every signed-in page needs besides, `later` what a customer's
 * dashboard loads after it, `icons` the icons of all other pages, and the modules of a folder in `folders` share one
 * file; the bundler splits the rest. Without this the login page made 38 requests and weighed 10 kB more, and the service
 * worker would list a file for each part of a form.
 */
export function nameChunks(root: string): (id: string, graph: Graph) => string | null {
  let names: Map<string, string> | null = null;
  return (id, graph) => {
    names ??= nameModules(graph, root);
    if (names.has(id)) return names.get(id)!;
    if (iconFolder.test(id)) return 'icons';
    if (partsOfLists.some((source) => id === `${root}/${source}`)) return 'lists';
    return folders.find((folder) => id.startsWith(`${root}/${folder}/`))?.replace('features/', '') ?? null;
  };
}

/** Names the modules of the worker and of `files`; a module belongs to the first file that reaches it. */
function nameModules(graph: Graph, root: string): Map<string, string> {
  const names = namesOfWorker(graph, root);
  for (const [name, entries] of Object.entries(files)) {
    for (const id of reach(graph, root, entries)) if (!names.has(id)) names.set(id, name);
  }
  const first = reach(graph, root, firstScreen);
  for (const id of first) if (!names.has(id) && usedByMany.test(id)) names.set(id, 'signedIn');
  for (const id of reach(graph, root, laterParts)) if (!names.has(id) && !first.has(id)) names.set(id, 'later');
  return names;
}

function namesOfWorker(graph: Graph, root: string): Map<string, string> {
  const names = new Map<string, string>();
  const [login, signedIn] = [reach(graph, root, files.login), reach(graph, root, files.signedIn)];
  for (const id of reach(graph, root, [worker])) {
    if (login.has(id)) names.set(id, 'base');
    else if (!ofWorker.some((source) => id === `${root}/${source}`))
      names.set(id, signedIn.has(id) ? 'sync' : 'passes');
  }
  return names;
}

/** All modules that the sources import, also indirectly, and the sources themselves. */
function reach(graph: Graph, root: string, sources: readonly string[]): Set<string> {
  const reached = new Set(sources.map((source) => `${root}/${source}`));
  // A `for … of` over a set also visits the values that are added meanwhile.
  for (const id of reached) for (const imported of importsOf(id, graph)) reached.add(imported);
  return reached;
}

/** The modules that a module imports; of a whole library only those of the names that it imports. */
function importsOf(id: string, graph: Graph): string[] {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
  return importedIds.flatMap((imported) => {
    const library = wholeLibraryOf(imported);
    return library ? namesFrom(library.name, code ?? '').flatMap((name) => origin(name, imported, graph)) : [imported];
  });
}

const wholeLibraryOf = (id: string) => wholeLibraries.find(({ module }) => module.test(id));

/** The names that a source imports from a library. */
const namesFrom = (library: string, source: string): string[] =>
  [...source.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${library}["']`, 'g'))].flatMap(([, list]) =>
    [...list!.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => name!),
  );

/** The module from which a module has a name that it exports; none when it does not say so in one statement. */
function origin(name: string, module: string, graph: Graph): string[] {
  const { code, importedIds } = graph.getModuleInfo(module)!;
  const statement = new RegExp(`(?:import|export)\\s*\\{[^}]*\\b${name}\\b[^}]*\\}\\s*from\\s*["'](.+?)["']`);
  const from = statement.exec(code ?? '')?.[1];
  if (from === undefined) return [];
  const file = from.startsWith('.') ? join(dirname(module), from) : `/node_modules/${from}/`;
  return importedIds
    .filter((id) => id.includes(file))
    .flatMap((id) => (wholeLibraryOf(id) ? origin(name, id, graph) : [id]));
}
