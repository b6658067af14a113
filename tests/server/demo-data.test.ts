// database: any
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demoData, readDemoData } from '../../src/server/demo/data.ts';
import { OperatorError } from '../../src/server/platform/base/operator-error.ts';
import { fastFolder } from '../support/machine.ts';

const data = join(import.meta.dirname, '../../src/server/demo/data');

/** Reads a copy of the demo data in which the text of one file was changed. */
function readChanged(name: string, change: (text: string) => string): unknown {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-demo-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(data, folder, { recursive: true });
  writeFileSync(join(folder, name), change(readFileSync(join(data, name), 'utf8')));
  return readDemoData(folder);
}

test.each([
  ['a negative price', 'catalogue.json', /"price": [\d.]+/, '"price": -1', 'products.0.variants.0.price'],
  ['an unknown category', 'catalogue.json', '"gift-shopping"', '"gift-shoping"', 'products.0.categories.0'],
  ['a product without a price', 'catalogue.json', /"variants": \[[^\]]*\]/, '"variants": []', 'products.0.price'],
  ['an unknown field', 'catalogue.json', '"label"', '"lable": "A", "label"', 'products.0.lable'],
  ['an unknown motif', 'categories.json', '"motif": "card"', '"motif": "cart"', '0.motif'],
  ['a language without texts', 'ledger-notes.json', /"ar": \[[^\]]*\]/, '"ar": []', 'opening.ar'],
  ['a missing topic', 'tickets.fr.json', '"code-missing"', '"code-mising"', 'topics.code-missing'],
])('a demo data file with %s is refused, and the message names the place', (_what, name, from, to, place) => {
  const read = () => readChanged(name, (text) => text.replace(from, to));

  expect(read).toThrow(new OperatorError(`The demo data file ${name} has a wrong or missing value at ${place}.`));
});

test('a demo data file that is not JSON or is missing is refused with its name', () => {
  expect(() => readChanged('topics.json', () => '{')).toThrow('The demo data file topics.json is not valid JSON: ');
  expect(() => readDemoData(fastFolder)).toThrow('The demo data file catalogue.json cannot be read: ENOENT');
});

test('every product and every topic of the demo data is read, in the order of its file', () => {
  const { products } = JSON.parse(readFileSync(join(data, 'catalogue.json'), 'utf8')) as typeof demoData.catalogue;

  expect(demoData.catalogue.products.map(({ title }) => title)).toEqual(products.map(({ title }) => title));
  expect(Object.keys(demoData.topics)).toEqual(
    Object.keys(JSON.parse(readFileSync(join(data, 'topics.json'), 'utf8'))),
  );
});
