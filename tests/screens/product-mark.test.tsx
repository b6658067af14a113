import { expect, test } from 'vitest';
import { markOf } from '../../src/client/ui/product-mark.tsx';

test.each([
  ['Steam Wallet 20 €', 'Steam', '20 €'],
  ['PUBG Mobile 660 UC', 'PUBG', '660 UC'],
  ['Carte PlayStation 50 €', 'Carte', '50 €'],
  ['Xbox Gift Card $25', 'Xbox', '$25'],
  ['Recharge Lycamobile 10 GB', 'RL', '10 GB'],
  ['ببجي موبايل 325 شدة', 'ببجي', null],
  ['كرت شحن ليبيانا 15 د.ل', 'كرت', '15 د.ل'],
  ['Wireless Earbuds Lite', 'WE', null],
  ['Battery pack 20000 mAh', 'BP', null],
  ['Laptop 13', 'L', null],
  ['٢٥', '#', null],
])('a product without a picture has a short name and a face value from its title: %s', (title, name, value) => {
  expect(markOf(title)).toEqual({ name, value });
});
