import { dirname, join } from 'node:path';

/** Folders whose parts are used together: the screens of two features, and what most lists and forms need. */
const folders = ['features/users', 'features/products', 'lists', 'forms'];

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
/** The catalogue, which customers open first. */
const catalogueScreens = ['features/categories/category-screen.tsx', 'features/categories/catalogue-screen.tsx'];
const usedByMany = /\/src\/client\/(?:ui|text)\/|\/lucide-react\/dist\/esm\/icons\//;

/**
 * From this number of screens on, a source shares a file with others: a request for each would take longer than the bytes.
 */
const fewestScreens = 5;
const react = /\/node_modules\/(?:react|react-dom|scheduler)\//;
const zod = /\/node_modules\/zod\//;

/** Modules that export a whole library of which the app uses a small part, and the folder of the icons. */
const wholeLibraries: readonly { name: string; module: RegExp }[] = [
  { name: 'lucide-react', module: /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/ },
  { name: '@ark-ui/react', module: /\/@ark-ui\/react\/dist\/index\.js$/ },
  { name: '@zag-js/dom-query', module: /\/@zag-js\/dom-query\/dist\/index\.mjs$/ },
];
const iconFolder = /\/lucide-react\/dist\/esm\/icons\//;

/** The part of the bundler's module graph that this file reads. */
interface Graph {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
    code: string | null;
  } | null;
}

/**
 * Returns a function that names the file of a module. Modules that always load together go into one file: `login` has
 * all that the login page needs but `react`, so that two connections share the largest part of the app; `signedIn` has what
 * nearly every signed-in page needs besides, `catalogue` the pages of categories with `parts` that many screens share with
 * them, `later` what a customer's dashboard loads after it, `lists` and `contract` what most other screens use, `icons` the
 * icons of all other pages, and the modules of a folder in `folders` share one file; the bundler splits the rest. Without
 * this the login page made 38 requests and weighed 10 kB more, and the service worker would list a file for each part of a
 * form.
 */
export function nameChunks(root: string): (id: string, graph: Graph) => string | null {
  let names: Map<string, string> | null = null;
  return (id, graph) => {
    names ??= nameModules(graph, root);
    if (names.has(id)) return names.get(id)!;
    if (iconFolder.test(id)) return 'icons';
    return folders.find((folder) => id.startsWith(`${root}/${folder}/`))?.replace('features/', '') ?? null;
  };
}

/** Names the modules of the worker, of `files`, of the first screens, and those that many screens use. */
function nameModules(graph: Graph, root: string): Map<string, string> {
  const names = namesOfWorker(graph, root);
  const from = (sources: readonly string[]) => reach(graph, root, sources);
  /** A module has the name that it gets first. */
  const name = (ids: Iterable<string>, nameOf: (id: string) => string | undefined) => {
    for (const id of ids) {
      const wanted = names.has(id) ? undefined : nameOf(id);
      if (wanted) names.set(id, wanted);
    }
  };
  name(from(files.login), (id) => (react.test(id) ? 'react' : 'login'));
  name(from(files.signedIn), () => 'signedIn');
  const first = from(firstScreen);
  name(first, (id) => (usedByMany.test(id) ? 'signedIn' : undefined));
  const counts = countScreens(graph, root);
  const isWidelyUsed = (id: string) => (counts.get(id) ?? 0) >= fewestScreens;
  const later = from(laterParts);
  const partOrScreen = (id: string) => (later.has(id) || isWidelyUsed(id) ? 'parts' : 'catalogue');
  name(from(catalogueScreens), (id) => (isOwn(id, root) || iconFolder.test(id) ? partOrScreen(id) : undefined));
  name(later, (id) => (first.has(id) ? undefined : 'later'));
  name(counts.keys(), (id) => (isWidelyUsed(id) ? sharedName(graph, id) : undefined));
  return names;
}

/** The sources of this app, without those of libraries. */
const isOwn = (id: string, root: string): boolean => id.startsWith(dirname(root)) && !id.includes('/node_modules/');

/**
 * The file of a module that many screens use: `lists` for pieces of the interface, `contract` for schemas with the library
 * that checks them, `parts` for the other, small parts of the contract.
 */
function sharedName(graph: Graph, id: string): string | undefined {
  if (/\/src\/client\/ui\//.test(id)) return 'lists';
  if (zod.test(id)) return 'contract';
  if (!/\/src\/contract\//.test(id)) return undefined;
  return [...reachFrom(graph, [id])].some((one) => zod.test(one)) ? 'contract' : 'parts';
}

/** Returns how many screens reach each module. */
function countScreens(graph: Graph, root: string): Map<string, number> {
  const screens = graph.getModuleInfo(`${root}/app/routes.tsx`)?.dynamicallyImportedIds ?? [];
  const counts = new Map<string, number>();
  for (const screen of screens) {
    for (const id of reachFrom(graph, [screen])) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
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
const reach = (graph: Graph, root: string, sources: readonly string[]): Set<string> =>
  reachFrom(
    graph,
    sources.map((source) => `${root}/${source}`),
  );

function reachFrom(graph: Graph, ids: readonly string[]): Set<string> {
  const reached = new Set(ids);
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
