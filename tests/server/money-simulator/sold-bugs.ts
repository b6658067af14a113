import type { MoneyBug, Patch } from './story.ts';

const itemFile = 'features/orders/ordered-item.ts';

/** The customer's app rounds up and shows the right total; without this check the effect of a bug becomes visible. */
const withoutTotalCheck: Patch = { file: itemFile, from: " && isSame('total')", to: '' };

/** Bugs in what a quantity costs. `verify` finds them, because an item has its unit price and its quantity. */
export const bugsOfTotals: readonly MoneyBug[] = [
  {
    name: 'a total is rounded to the nearest cent',
    caughtAs: 'verify finds a fault',
    patches: [
      withoutTotalCheck,
      {
        file: itemFile,
        from: 'const total = totalCents(unit, quantity, rules.price_per);',
        to: 'const total = Math.round((unit * quantity) / rules.price_per);',
      },
    ],
  },
  {
    name: 'the total of the device is charged',
    caughtAs: 'verify finds a fault',
    patches: [
      withoutTotalCheck,
      {
        file: itemFile,
        from: 'const price = checkedTotal(unit, quantity, rules);',
        to: 'const price = total === undefined ? checkedTotal(unit, quantity, rules) : Math.round(total * 100);',
      },
    ],
  },
  {
    name: 'the quantity is checked, but charged once',
    caughtAs: 'verify finds a fault',
    patches: [
      withoutTotalCheck,
      {
        file: itemFile,
        from: 'const price = checkedTotal(unit, quantity, rules);',
        to: 'const price = checkedTotal(unit, rules.price_per, rules);',
      },
    ],
  },
];
