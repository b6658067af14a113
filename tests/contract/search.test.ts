import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFolded, fold, matches, searchText } from '../../src/contract/search.ts';

test('C-41 case, accents and Arabic letter forms make no difference', () => {
  expect(fold('Abonnement TÉLÉ à l’année')).toBe(fold('abonnement tele a l’annee'));
  expect(fold('أحمد')).toBe(fold('احمد'));
  expect(fold('بطاقة هديّة')).toBe(fold('بطاقه هدية'));
  expect(fold('٤٢')).toBe('42');
});

test('C-41 an Arabic word that is stretched with tatweel is the same word', () => {
  const tatweel = '\u0640';
  // Decomposes to a tatweel and a shadda.
  const medialShadda = '\uFE7D';
  const stretched = ['م', 'ح', 'م', 'د'].join(tatweel.repeat(3));

  expect(stretched).toContain(tatweel);
  expect(fold(stretched)).toBe('محمد');
  expect(matches(fold(`بطاقة ${stretched}`), 'محمد')).toBe(true);
  expect(matches(fold('بطاقة محمد'), stretched)).toBe(true);
  expect(fold(tatweel.repeat(4))).toBe('');
  expect(fold(medialShadda)).toBe('');
});

test('every word of a query is looked for, in any order', () => {
  const folded = searchText(['Gift card', 'Amina Ben Salah', 1042]);
  expect(matches(folded, 'amina GIFT')).toBe(true);
  expect(matches(folded, '1042')).toBe(true);
  expect(matches(folded, 'amina netflix')).toBe(false);
  expect(matches(folded, '')).toBe(true);
});

test('a percent sign is searched as text', () => {
  expect(matches(fold('100 coins'), '100%')).toBe(false);
  expect(matches(fold('100% cotton'), '100%')).toBe(true);
});

test('folding twice changes nothing, and a text is found by itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      expect(fold(fold(value))).toBe(fold(value));
      expect(matches(fold(value), value)).toBe(true);
    }),
  );
});

test('compareFolded sorts all texts without contradictions', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (values) => {
      const sorted = values.map(fold).toSorted(compareFolded);
      expect(sorted.every((value, index) => index === 0 || compareFolded(sorted[index - 1] ?? '', value) <= 0)).toBe(
        true,
      );
    }),
  );
});
