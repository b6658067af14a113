import { beforeAll, expect, test } from 'vitest';
import { cleanFilter, filterProducts } from '../../src/client/features/categories/product-filter.ts';
import type { ListedProduct } from '../../src/client/features/categories/queries.ts';
import { withDerivedFields } from '../../src/client/local/derive.ts';
import { listPrice } from '../../src/contract/product-prices.ts';
import type { Product } from '../../src/contract/products.ts';
import { matches } from '../../src/contract/search.ts';
import { createRandom } from '../../src/server/demo/random.ts';
import { putCategory } from '../support/shop.ts';
import { startTestServer } from '../support/test-server.ts';

const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '0' } });
const random = createRandom('product search');
const sorts = ['name_asc', 'name_desc', 'price_asc', 'price_desc', 'newest'];
let category: number;

const titles = [
  'Netflix Gift Card',
  'Netflix – 3 mois',
  'نتفليكس – بطاقة هدية',
  'PlayStation Store Wallet',
  'رصيد بلايستيشن – المتجر الإماراتي',
  'شدات ببجي موبايل',
  'Carte prépayée voyage',
  'Routeur Wi-Fi 6 AX3000',
  'Power Bank 10 000 mAh',
  '100% Élan',
  'كرت شحن ليبيانا',
];
/** By the place of the title. */
const searchWords: Record<number, string> = { 4: 'psn, ps5', 5: 'Unknown Cash, jeux', 6: 'بطاقة سفر', 8: 'باور بانك' };
const descriptions = ['Delivered at once', 'Envoi immédiat', 'يصلك الرمز فوراً', ''];

beforeAll(async () => {
  category = await putCategory(server.services, { title: 'All' });
  for (const [index, title] of titles.entries()) {
    const { status } = await server.as('sara').post('/api/products', {
      title,
      description: descriptions[index % descriptions.length],
      price: (index % 4) + 1,
      sku: index % 3 === 0 ? `SKU-${index}` : '',
      search_words: searchWords[index] ?? null,
      category_ids: [category],
    });
    expect(status).toBe(200);
  }
});

/** A page of the category's products, as the server finds them. */
async function askServer(query: Record<string, string>): Promise<{ products: Product[]; total: number }> {
  const { body } = await server.as('amina').get(`/api/categories/${category}/products?${new URLSearchParams(query)}`);
  return { products: body.products, total: body.meta.total };
}

/** A word of a title or of search words, its beginning, or the word with a typing error, as users type them. */
function typedWord(): string {
  const word = random.pick(random.pick([...titles, ...Object.values(searchWords)]).split(' '));
  const at = random.int(0, word.length - 1);
  return random.pick([
    word,
    word.toUpperCase(),
    word.slice(0, at + 1),
    word.slice(0, at) + word.slice(at + 1),
    `${word.slice(0, at)}x${word.slice(at)}`,
  ]);
}

/** The products as a customer's device has them. */
async function loadDevice(): Promise<ListedProduct[]> {
  const { products } = await askServer({ per_page: '100' });
  return products.map(
    (product) =>
      ({
        ...withDerivedFields('products', product as never),
        listPrice: listPrice(product),
      }) as unknown as ListedProduct,
  );
}

test('S2I-06 S2I-16 S2I-19 the server and a device find the same products for a search, in the same order', async () => {
  const onDevice = await loadDevice();
  expect(onDevice).toHaveLength(titles.length);
  const searches = Array.from({ length: 60 }, () => [typedWord(), typedWord()].slice(0, random.int(1, 2)).join(' '));
  const found = { nothing: 0, exact: 0, near: 0 };
  for (const search of [
    'play station',
    'pubg',
    'wifi',
    'netfilx',
    '100%',
    'sku',
    'كرت',
    'zzzz',
    'jeux',
    'pubg jeux',
    'unkown',
    'باور',
    'powr bank',
    ...searches,
  ]) {
    const sort = random.pick(sorts);
    const expected = filterProducts(onDevice, cleanFilter({ search, min: '', max: '', sort, only: [] }));

    const answer = await askServer({ search, sort_by: sort, per_page: '100' });

    expect({ search, ids: answer.products.map(({ id }) => id) }).toEqual({ search, ids: expected.map(({ id }) => id) });
    found[expected.length === 0 ? 'nothing' : matches(expected.at(-1)!._search, search) ? 'exact' : 'near'] += 1;
  }
  expect(Math.min(...Object.values(found))).toBeGreaterThan(3);
});

test.each([
  ['psn', 'رصيد بلايستيشن – المتجر الإماراتي'],
  ['JEUX', 'شدات ببجي موبايل'],
  ['unkown cash', 'شدات ببجي موبايل'],
  ['بطاقه سفر', 'Carte prépayée voyage'],
  ['voyage سفر', 'Carte prépayée voyage'],
])('S2I-19 “%s” finds a product by its search words, on the server and on a device', async (search, title) => {
  const filter = cleanFilter({ search, min: '', max: '', sort: '', only: [] });

  const [onServer, onDevice] = [(await askServer({ search })).products, filterProducts(await loadDevice(), filter)];

  expect([onServer, onDevice].map((found) => found.map((product) => product.title))).toEqual([[title], [title]]);
});

test('S7-30 S2I-16 exact matches come before near ones on the pages of a search, and prices limit both', async () => {
  const pageOf = async (query: Record<string, string>) => {
    const { products, total } = await askServer({ search: 'netflix', sort_by: 'price_desc', ...query });
    return { titles: products.map(({ title }) => title), total };
  };

  expect(await pageOf({ per_page: '2' })).toEqual({ titles: ['Netflix – 3 mois', 'Netflix Gift Card'], total: 3 });
  expect(await pageOf({ per_page: '2', page: '2' })).toEqual({ titles: ['نتفليكس – بطاقة هدية'], total: 3 });
  expect(await pageOf({ min_price: '3' })).toEqual({ titles: ['نتفليكس – بطاقة هدية'], total: 1 });
});
