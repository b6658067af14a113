import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestTitle, nearMatcher } from '../../src/contract/near-search.ts';
import { fold, matches, nearText, searchText } from '../../src/contract/search.ts';

const closeness = (query: string, title: string, description = '') =>
  nearMatcher(query)(searchText([title, description]), fold(title));

test.each([
  // Exactly, in any order, with parts of words, accents, Arabic letter forms and digits.
  ['netflix', 'Netflix Gift Card', 0],
  ['card netf', 'Netflix Gift Card', 0],
  ['prepayee', 'Carte prépayée voyage', 0],
  ['ببجى', 'شدات ببجي موبايل', 0],
  ['بطاقه ابل', 'بطاقة آبل – المتجر السعودي', 0],
  ['ايتـــونز', 'بطاقة آيتونز', 0],
  ['شَدّات', 'شدات ببجي موبايل', 0],
  ['٣٦٥', 'Microsoft 365 Family', 0],
  ['wi-fi 6', 'Routeur Wi-Fi 6 AX3000', 0],
  // The other script.
  ['pubg', 'شدات ببجي موبايل', 1],
  ['mobile pubg', 'شدات ببجي موبايل', 1],
  ['itunes', 'بطاقة ايتونز', 1],
  ['iTunes', 'بطاقة آيتونز', 1],
  ['play station', 'رصيد بلايستيشن – المتجر الإماراتي', 1],
  ['playst', 'رصيد بلايستيشن – المتجر الإماراتي', 1],
  ['free fire', 'جواهر فري فاير', 1],
  ['noon', 'بطاقة هدايا نون', 1],
  ['almadar', 'كرت شحن المدار الجديد', 1],
  ['shahid', 'شاهد VIP', 1],
  ['tunisie telecom', 'شحن تليكوم تونس من الخارج', 1],
  ['بلاي ستيشن', 'PlayStation Plus Essential', 1],
  ['اكس بوكس', 'Xbox Gift Card (EU)', 1],
  ['روبلكس', 'Roblox Gift Card', 1],
  ['بطاقة نتفليكس', 'Netflix – بطاقة هدية', 1],
  ['اوريدو تونس', 'Recharge Ooredoo Tunisie', 1],
  // Other spaces.
  ['wifi', 'Pocket Wi-Fi 4G', 1],
  ['powerbank', 'Power Bank 20,000 mAh', 1],
  ['vbucks', 'Fortnite V-Bucks', 1],
  // Typing errors: wrong, missing, additional and swapped characters.
  ['netfilx', 'Netflix Gift Card', 2],
  ['ntflix', 'Netflix Gift Card', 2],
  ['nettflix', 'Netflix Gift Card', 2],
  ['betflix', 'Netflix Gift Card', 2],
  ['aple', 'Apple Gift Card (France)', 2],
  ['plastaton', 'PlayStation Store Wallet', 2],
  ['plasta', 'PlayStation Store Wallet', 2],
  ['rechrage orage', 'Recharge Orange Maroc', 2],
  ['prepayé', 'Carte prépayée voyage', 0],
  ['ليبانا', 'كرت شحن ليبيانا', 2],
])('S2I-16 C-41 “%s” finds “%s” (%i)', (query, title, expected) => {
  expect(closeness(query, title)).toBe(expected);
});

test.each([
  ['cat', 'Gift Card'],
  ['abc', 'Abo Card'],
  ['banana', 'eSIM Canada'],
  ['visa', 'شحن تليكوم تونس'],
  ['itunes', 'شحن تونس'],
  ['steam', 'اشتراك الدوري'],
  ['code', 'كرت شحن ليبيانا'],
  ['man', 'شحن من الخارج'],
  ['tea', 'Steem'],
  ['netflix spotify', 'Netflix Gift Card'],
  ['windows 10', 'Windows 11 Home'],
  ['norton 350', 'Norton 360 Deluxe'],
  ['10001', 'Power Bank 10000'],
  ['xbox', 'Dar Box Orange'],
  ['كتاب', 'كرت شحن'],
  ['ntflx', 'Netflix Gift Card'],
  ['%%%', 'Netflix Gift Card'],
])('S2I-16 “%s” does not find “%s”', (query, title) => {
  expect(closeness(query, title)).toBeNull();
});

test.each([
  ['playstation', 'psn', 'PlayStation Store', 0],
  ['psn', 'PlayStation Store', 'psn, ps5', 0],
  ['garena', 'جواهر فري فاير', 'free fire, garena', 0],
  ['garrena', 'جواهر فري فاير', 'free fire, garena', 2],
  ['جارينا', 'جواهر', 'free fire, garena', 1],
  ['jawaher garena', 'جواهر', 'garena', 1],
  ['robux', 'Roblox Gift Card', null, null],
])('S2I-19 “%s” finds “%s” with the search words “%s” (%s)', (query, title, words, expected) => {
  expect(nearMatcher(query)(searchText([title, words]), nearText(fold(title), words))).toBe(expected);
});

test('S2I-16 a description is found exactly, not nearly, and completes the words of a title', () => {
  expect(closeness('robux', 'Roblox Gift Card', 'Robux or Premium')).toBe(0);
  expect(closeness('robuz', 'Gift Card', 'Robux or Premium')).toBeNull();
  expect(closeness('roblx premium', 'Roblox Gift Card', 'Robux or Premium')).toBe(2);
});

test('S2I-16 what an exact search finds stays found and comes first', () => {
  const words = fc.constantFrom('netflix', 'كرت', 'شحن', 'card', '10', 'Élan', 'gift', 'ليبيانا', 'pubg', 'a');
  fc.assert(
    fc.property(fc.array(words), fc.array(words), (query, title) => {
      const isExact = matches(searchText(title), query.join(' '));
      expect(closeness(query.join(' '), title.join(' ')) === 0).toBe(isExact);
    }),
  );
});

test('S2I-16 a long text in the search costs little', () => {
  expect(closeness(Array.from({ length: 400 }, (_, at) => `netflux${at}`).join(' '), 'Netflix')).toBeNull();
});

test('S2I-17 the nearest title is offered, in either script, and none when none is near', () => {
  const titles = ['Streaming & music', 'Headphones', 'Netflix Gift Card', 'ألعاب الجوال'];
  const nearest = (query: string) => titles[nearestTitle(query, titles)];
  expect(nearest('headfones')).toBe('Headphones');
  expect(nearest('موسيقى')).toBe('Streaming & music');
  expect(nearest('nettflux')).toBe('Netflix Gift Card');
  expect(nearest('العاب')).toBe('ألعاب الجوال');
  expect(nearest('banana')).toBeUndefined();
  expect(nearest('%')).toBeUndefined();
});
