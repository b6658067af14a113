// Adds to package-lock.json the platform packages that the registry did not have at install time
// (npm leaves them out, and `npm ci` then refuses the lock). npm skips an added entry for another os or cpu.
// Run after each change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'win32', 'openharmony', 'openbsd', 'netbsd', 'aix', 'sunos'];
const processors = ['arm64', 'x64', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'arm'];

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const packages = lock.packages;

let added = 0;
for (const [place, info] of Object.entries(packages)) {
  if (place === '') continue;
  for (const [name, version] of Object.entries(info.optionalDependencies ?? {})) {
    if (isFound(place, name)) continue;
    packages[`node_modules/${name}`] = entry(name, version, info.dev);
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`complete-lock: ${added} platform packages added`);

/** Returns whether Node, starting in `place`, finds `name` in a node_modules folder there or above. */
function isFound(place, name) {
  for (let folder = place; ; folder = parent(folder)) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

function parent(place) {
  const cut = place.lastIndexOf('node_modules/');
  return cut <= 0 ? '' : place.slice(0, cut - 1);
}

function entry(name, version, dev) {
  if (!/^\d/.test(version)) throw new Error(`complete-lock: ${name}@${version} is not an exact version`);
  return { version, ...(dev && { dev: true }), optional: true, ...platform(name) };
}

function platform(name) {
  const parts = name.split('/').pop().split('-');
  const os = parts.find((part) => systems.includes(part));
  const cpu = parts.find((part) => processors.includes(part));
  if (!os || !cpu) throw new Error(`complete-lock: no platform in the name ${name}`);
  const kind = /^(musl|gnu)/.exec(parts.at(-1))?.[1];
  const libc = { musl: 'musl', gnu: 'glibc' }[os === 'linux' ? kind : ''];
  return { cpu: [cpu], os: [os], ...(libc && { libc: [libc] }) };
}
