/** Folders of `features` whose screens are used together. */
const folders = ['users', 'products'];

/** The part of the bundler's module graph that this file reads. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Returns a function that names the file of a module. Modules that always load together go into one file: `login` has
 * all that the login page needs, `signedIn` what every signed-in page needs besides, and the screens of a folder in
 * `folders` share one file; the bundler splits the rest. Without this the login page made 38 requests and weighed 10 kB
 * more, and the service worker would list a file for each part of a form.
 */
export function nameChunks(root: string): (id: string, graph: Graph) => string | null {
  const files = { login: ['app/main.tsx'], signedIn: ['app/layout/app-shell.tsx', 'app/open-personal-database.ts'] };
  let names: Map<string, string> | null = null;
  return (id, graph) => {
    names ??= nameModules(graph, root, Object.entries(files));
    return names.get(id) ?? folders.find((folder) => id.startsWith(`${root}/features/${folder}/`)) ?? null;
  };
}

/** All modules that the files import, also indirectly; a module belongs to the first file that reaches it. */
function nameModules(graph: Graph, root: string, files: [name: string, entries: string[]][]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, entries] of files) {
    const unvisited = entries.map((entry) => `${root}/${entry}`);
    for (let id = unvisited.pop(); id !== undefined; id = unvisited.pop()) {
      if (names.has(id)) continue;
      names.set(id, name);
      unvisited.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return names;
}
