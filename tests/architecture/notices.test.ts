import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { build } from 'vite';
import { thirdPartyNotices } from '../../scripts/notices.ts';

const installed = resolve(import.meta.dirname, '../../node_modules');
const folder = mkdtempSync(join(tmpdir(), 'comptoir-notices-'));
const dist = join(folder, 'dist');

afterAll(() => rmSync(folder, { recursive: true }));

/** Bundles the code `entry`; returns the text of the notices. */
async function bundle(entry: string, plugin = thirdPartyNotices()): Promise<string> {
  const input = join(folder, 'entry.js');
  writeFileSync(input, entry);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: { outDir: dist, emptyOutDir: false, rolldownOptions: { input } },
  });
  return readFileSync(join(dist, 'third-party-notices.txt'), 'utf8');
}

test('the notices name each package of the app and of its service worker, with its licence', async () => {
  const notices = thirdPartyNotices();
  const font = `${installed}/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`;
  await bundle(`import { destr } from '${installed}/destr/dist/index.mjs'; console.log(destr, '${font}');`, notices);
  writeFileSync(join(folder, 'font.css'), `@font-face { font-family: Inter; src: url('${font}') }`);
  await bundle(`import './font.css';`, notices);

  const text = await bundle(
    `import { Route } from '${installed}/workbox-routing/index.mjs'; console.log(Route);`,
    notices,
  );

  const named = [...text.matchAll(/^=+\n(\S+) (\S+) \((\S+)\)\n\n(.+)/gm)].map(([, name, , licence]) => [
    name,
    licence,
  ]);
  expect(named).toEqual(
    expect.arrayContaining([
      ['@fontsource-variable/inter', 'OFL-1.1'],
      ['destr', 'MIT'],
      ['workbox-routing', 'MIT'],
    ]),
  );
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text).not.toContain('react');
});

test('a package without a licence text fails the build with an error that names it', async () => {
  const bare = join(folder, 'node_modules/bare');
  mkdirSync(bare, { recursive: true });
  writeFileSync(join(bare, 'package.json'), JSON.stringify({ name: 'bare', version: '1.2.3', main: 'index.js' }));
  writeFileSync(join(bare, 'index.js'), 'document.title = location.href;');

  await expect(bundle(`import 'bare';`)).rejects.toThrow('bare 1.2.3 has no licence text');
});
