// Leaves in node_modules what the server needs and nothing else, for an image (Dockerfile): the packages its sources
// import, and what those depend on.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { home } from './stamp.mjs';

const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'));
const kept = new Set();
for (const name of imported(['src/server', 'src/contract'])) keep(name, '');
for (const path of Object.keys(packages)) {
  if (path !== '' && !kept.has(path)) rmSync(join(home, path), { recursive: true, force: true });
}
for (const hidden of ['.bin', '.cache', '.package-lock.json', '.vite', '.vite-temp']) {
  rmSync(join(home, 'node_modules', hidden), { recursive: true, force: true });
}
console.log(`Kept ${kept.size} packages for the server`);

/** @param {string[]} folders @returns {Set<string>} */
function imported(folders) {
  const names = new Set();
  for (const folder of folders) {
    for (const file of readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(home, folder, file), 'utf8');
      for (const [, from] of text.matchAll(/(?:\bfrom\s+|\bimport\(\s*|^import\s+)'([^'.][^']*)'/gm)) {
        if (!isBuiltin(from)) names.add(packageOf(from));
      }
    }
  }
  return names;
}

function packageOf(from) {
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Keeps the package that `parent` gets under this name, and what that one needs. */
function keep(name, parent) {
  const path = found(name, parent);
  if (!path || kept.has(path)) return;
  kept.add(path);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
  for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) keep(next, path);
}

/** The nearest folder of that name above the parent; undefined for an optional package of another system. */
function found(name, parent) {
  for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[path] && existsSync(join(home, path))) return path;
    if (at === '') return undefined;
  }
}
