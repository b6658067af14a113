import type { MoneyBug, Patch } from './story.ts';

const codesFile = 'shared/codes.ts';
const placeOrderFile = 'features/orders/place-order.ts';
const moveFile = 'features/orders/codes.ts';
const revealFile = 'features/stock/reveal-codes.ts';
const replaceFile = 'features/stock/replace-code.ts';
const migrationFile = 'platform/database/migrations/0031-codes.ts';

/** The database refuses a stock below zero; without this rule the effect of a bug becomes visible. */
const withoutCheck: Patch = { file: migrationFile, from: '.check(sql`free >= 0`)', to: '' };
const delivers = '  if (product.sells_codes) await deliverCodes(transaction, placed, item);\n';

/** Bugs in how orders get, open and return codes. */
export const bugsOfCodes: readonly MoneyBug[] = [
  {
    // Both guards are gone: each of them alone is enough.
    name: 'neither the stock nor the number of picked codes is compared',
    caughtAs: 'charged without its codes',
    patches: [
      withoutCheck,
      { file: codesFile, from: "    .where('free', '>=', Math.max(0, -by))\n", to: '' },
      { file: codesFile, from: '  if (taken !== quantity) throw', to: '  if (false) throw' },
    ],
  },
  {
    name: 'codes are delivered in a second transaction',
    caughtAs: 'charged without its codes',
    patches: [
      {
        file: placeOrderFile,
        from: "import { countOrder, outOfStock } from './stock.ts';\n",
        to: `import { countOrder, outOfStock } from './stock.ts';
        import { inTransaction } from '../../platform/database/transaction.ts';\n`,
      },
      { file: placeOrderFile, from: delivers, to: '  if (product.sells_codes) input.later?.(placed, item);\n' },
      {
        file: placeOrderFile,
        from: 'placed = await placeOrderInTransaction(transaction, input);',
        to: `placed = await placeOrderInTransaction(transaction, { ...input, later: (...made) => void (later = made) });`,
      },
      {
        file: placeOrderFile,
        from: '  let placed: PlacedOrder | undefined;\n',
        to: '  let placed: PlacedOrder | undefined;\n  let later;\n',
      },
      {
        file: placeOrderFile,
        from: '  // The transaction may have been retried and then found that another request with this key was first.\n',
        to: `  if (later)
    await inTransaction(ctx.services.db, (tx) =>
      deliverCodes({ tx, now: ctx.services.now(), person: ctx.person }, ...later)).catch(() => undefined);\n`,
      },
    ],
  },
  {
    name: 'an order gets a second set of codes',
    caughtAs: 'charged without its codes',
    patches: [
      {
        file: placeOrderFile,
        from: delivers,
        to: `${delivers}${delivers.replace('  if (', '  if (placed.id % 3 === 0 && ')}`,
      },
    ],
  },
  {
    name: 'the last codes are kept back',
    caughtAs: 'refused with stock',
    patches: [
      {
        file: codesFile,
        from: '  const stock = await takeFree(tx, ref, quantity);\n',
        to: `  const stock = await takeFree(tx, ref, quantity);
        if (stock.free < 9) throw new Refusal('OUT_OF_STOCK', { free: stock.free + quantity });\n`,
      },
    ],
  },
  {
    name: 'a return frees opened codes',
    caughtAs: 'opened code sold again',
    patches: [
      {
        file: codesFile,
        from: "    .where('order_item_id', '=', itemId)\n    .where('state', '=', 'sold')\n",
        to: "    .where('order_item_id', '=', itemId)\n    .where('state', 'in', ['sold', 'shown'])\n",
      },
    ],
  },
  {
    name: 'a return leaves the codes with the order',
    caughtAs: 'codes without a charge',
    patches: [
      {
        file: moveFile,
        from: "    if (effect === 'return') await returnCodes(transaction, ref, id);\n",
        to: "    if (effect === 'return') continue;\n",
      },
    ],
  },
  {
    name: 'a code of a returned order is replaced',
    caughtAs: 'codes without a charge',
    patches: [{ file: replaceFile, from: "throw new Refusal('CONFLICT', { reason: 'returned' });", to: 'order;' }],
  },
  {
    name: 'codes are shown before they count as opened',
    caughtAs: 'opened code sold again',
    patches: [
      {
        file: revealFile,
        from: ".set({ state: 'shown', revealed_at: now, revealed_by_name: person.name })",
        to: '.set({ revealed_by_name: person.name })',
      },
      { file: revealFile, from: "    .where('revealed_at', 'is not', null)\n", to: '' },
    ],
  },
];
