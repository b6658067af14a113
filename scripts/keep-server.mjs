// Leaves only the server's dependencies in node_modules, for an image (Dockerfile): the packages its sources
// import, and the packages those depend on.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { home } from './stamp.mjs';

const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'));
const kept = new Set();
for (const name of importedPackages(['src/server', 'src/contract'])) keep(name, '');
for (const path of Object.keys(packages)) {
  if (path !== '' && !kept.has(path)) rmSync(join(home, path), { recursive: true, force: true });
}
for (const hidden of ['.bin', '.cache', '.package-lock.json', '.vite', '.vite-temp']) {
  rmSync(join(home, 'node_modules', hidden), { recursive: true, force: true });
}
console.log(`Kept ${kept.size} packages for the server`);

/** @param {string[]} folders @returns {Set<string>} */
function importedPackages(folders) {
  const names = new Set();
  for (const folder of folders) {
    for (const file of readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(home, folder, file), 'utf8');
      for (const [, specifier] of text.matchAll(/(?:\bfrom\s+|\bimport\(\s*|^import\s+)'([^'.][^']*)'/gm)) {
        if (!isBuiltin(specifier)) names.add(packageOf(specifier));
      }
    }
  }
  return names;
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Keeps the package that `parent` gets under this name, with its dependencies. */
function keep(name, parent) {
  const path = findPackage(name, parent);
  if (!path || kept.has(path)) return;
  kept.add(path);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
  for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) keep(next, path);
}

/** The nearest folder of that name above the parent; undefined for an optional package of another system. */
function findPackage(name, parent) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[path] && existsSync(join(home, path))) return path;
    if (folder === '') return undefined;
  }
}
