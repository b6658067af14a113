/** The part of the bundler's module graph that is read here. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Names the file a module goes into. What always loads together is one file: `door` is all the login page needs,
 * `house` what every page behind it needs as well; the rest is split by the bundler. Without this the login page
 * made 38 requests and weighed 10 kB more.
 */
export function nameChunks(root: string): (id: string, graph: Graph) => string | null {
  const files = { door: ['app/main.tsx'], house: ['app/layout/app-shell.tsx', 'app/open-house.ts'] };
  let names: Map<string, string> | null = null;
  return (id, graph) => {
    names ??= follow(graph, root, Object.entries(files));
    return names.get(id) ?? null;
  };
}

/** Everything the files import, directly and on; what an earlier file reaches belongs to it. */
function follow(graph: Graph, root: string, files: [name: string, entries: string[]][]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, entries] of files) {
    const open = entries.map((entry) => `${root}/${entry}`);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (names.has(id)) continue;
      names.set(id, name);
      open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return names;
}
