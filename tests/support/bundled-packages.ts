import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packages of many files. Node would load hundreds of files for each test file; Vite bundles them once instead. React
 * stays out, because Testing Library, which is not bundled, must have the same copy.
 */
const packages = [
  '@chakra-ui/react',
  '@emotion/react',
  '@hookform/resolvers',
  '@tanstack/react-router',
  'lucide-react',
  'markdown-to-jsx',
  'minisearch',
  'react-hook-form',
  'zod',
];

/**
 * Every path under which the sources in `folders` import one of these packages. All of them must be in one bundle: a
 * second copy of a package has contexts of its own.
 */
export function bundledPaths(folders: readonly string[]): string[] {
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const paths = new Set(
    sources
      .flatMap((source) => [...source.matchAll(/(?:from |import |import\()'([^'.][^']*)'/g)])
      .map(([, path]) => path!),
  );
  return [...paths].filter((path) => packages.some((name) => path === name || path.startsWith(`${name}/`))).toSorted();
}
