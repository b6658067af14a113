import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextIndex } from '../../src/client/local/rows-in-memory/text-index.ts';
import { fold, matches } from '../../src/contract/search.ts';

const words = ['card', 'carte', 'gift', 'cadeau', 'بطاقة', 'شحن', 'réseau', '#10', '#1042', 'a', 'ab'];
const textOf = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((chosen) => fold(chosen.join(' ')));
const queries = ['card', 'car gif', 'بطاق', 'reseau a', '#10', '#1042 b', 'a a', 'nothing', 'ca'];

test('the index finds the same texts as a comparison with every text, whatever was replaced or removed', () => {
  const change = fc.record({ slot: fc.nat(40), text: fc.option(textOf, { freq: 5 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), fc.integer({ min: 1, max: 30 }), (changes, segment) => {
      const index = new TextIndex(segment);
      const texts = new Map<number, string>();
      for (const { slot, text } of changes) {
        if (text === null) {
          index.remove(slot);
          texts.delete(slot);
        } else {
          index.put(slot, text);
          texts.set(slot, text);
        }
      }

      for (const query of queries) {
        const found = index.find(fold(query).split(' '), 41);
        const expected = Array.from({ length: 41 }, (_, slot) => Number(matches(texts.get(slot) ?? '', query)));
        expect([...found]).toEqual(expected);
      }
    }),
  );
});
