import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { cutFonts } from '../../scripts/fonts.ts';
import { themeConfig } from '../../src/client/ui/theme/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
const original = resolve(
  import.meta.dirname,
  '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds an app whose CSS has this text, and returns the folder of its files. */
async function buildWith(css: string): Promise<string> {
  writeFileSync(join(folder, 'font.css'), css);
  writeFileSync(join(folder, 'index.html'), '<link rel="stylesheet" href="./font.css" />');
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins: [cutFonts()] });
  return join(folder, 'dist/assets');
}

/** The tables of a font by their names, each with all characters kept. */
async function tablesOf(font: Buffer): Promise<Map<string, Buffer>> {
  const text = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');
  const file = await subsetFont(font, text, { targetFormat: 'sfnt' });
  return new Map(
    Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16;
      const from = file.readUInt32BE(at + 8);
      return [file.toString('latin1', at, at + 4), file.subarray(from, from + file.readUInt32BE(at + 12))];
    }),
  );
}

/** The smallest and the largest weight, from the first axis of `fvar` (OpenType: 16.16 fixed-point numbers). */
function weightsOf(tables: Map<string, Buffer>): [number, number] {
  const fvar = tables.get('fvar')!;
  const axis = fvar.readUInt16BE(4);
  return [fvar.readInt32BE(axis + 4) / 65_536, fvar.readInt32BE(axis + 12) / 65_536];
}

test('the built font has the weights of the theme, every character of the original and its features', async () => {
  const assets = await buildWith(`@font-face { font-family: Inter; src: url('${original}') }`);
  const [name, ...others] = readdirSync(assets).filter((file) => file.endsWith('.woff2'));
  const font = readFileSync(join(assets, name!));
  const [before, after] = [await tablesOf(readFileSync(original)), await tablesOf(font)];

  expect(others).toEqual([]);
  expect(name).toMatch(/^inter-400-700-\w+\.woff2$/);
  expect(weightsOf(before)).toEqual([100, 900]);
  expect(weightsOf(after)).toEqual([400, 700]);
  expect(after.get('cmap')).toEqual(before.get('cmap'));
  expect(after.get('GSUB')).toEqual(before.get('GSUB'));
  expect(font.length).toBeLessThan(0.75 * readFileSync(original).length);
});

test('the theme uses no weight that the built font lacks', () => {
  const { tokens, textStyles } = themeConfig.theme!;
  const named = Object.values(tokens!.fontWeights as Record<string, { value: number }>).map(({ value }) => value);
  const weights = [...JSON.stringify(textStyles).matchAll(/"fontWeight":"?(\d+)/g)].map(([, weight]) => Number(weight));
  expect(weights.length).toBeGreaterThan(0);
  expect([...named, ...weights].filter((weight) => weight < 400 || weight > 700)).toEqual([]);
});

test('a build without the font fails in one sentence', async () => {
  await expect(buildWith('body { color: black }')).rejects.toThrow('the app has 0 files of Inter instead of one');
});
