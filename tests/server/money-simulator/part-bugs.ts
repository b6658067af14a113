import type { MoneyBug, Patch } from './story.ts';

const ledgerFile = 'ledger/ledger.ts';
const refundFile = 'features/orders/refund-part.ts';
const partsFile = 'platform/database/migrations/0028-part-refunds.ts';

/** The database refuses wrong sums; without these rules the effect of a bug becomes visible. */
const withoutCheck: Patch = {
  file: partsFile,
  from: 'refunded_cents >= 0 and refunded_cents <= total_cents',
  to: '1 = 1',
};
const withoutUniqueParts: Patch = { file: partsFile, from: '    unique: true,\n', to: '' };
const withoutTrigger: Patch = {
  file: partsFile,
  from: '    for (const statement of kind',
  to: '    if (false) for (const statement of kind',
};

const readInLock = 'const { cycle, charged: remaining, lastPart } = await movementsOf(transaction.tx, order.id);';
const refusesReturned = "  if (remaining === null) throw new Refusal('CONFLICT', { reason: 'returned' });\n";

/** Bugs in the returns of parts, and in what they leave of an order's price. */
export const bugsOfParts: readonly MoneyBug[] = [
  {
    name: 'what is left is read before the lock',
    caughtAs: 'part of another rest than its admin saw',
    patches: [
      withoutCheck,
      withoutUniqueParts,
      {
        file: refundFile,
        from: '  touchedOrThrow(\n',
        to: `  const { movementsOf } = await import('../../ledger/order-movements.ts');
        Object.defineProperty(input, 'read', { value: await movementsOf(ctx.services.reader, input.id) });
        touchedOrThrow(\n`,
      },
      { file: refundFile, from: '{ id, amount, seen, reason }', to: '{ id, amount, seen, reason, read }' },
      { file: refundFile, from: 'seen: toCents(seen), reason }', to: 'seen: toCents(seen), reason, read }' },
      { file: ledgerFile, from: '{ cents, seen, reason }', to: '{ cents, seen, reason, read }' },
      { file: ledgerFile, from: readInLock, to: 'const { cycle, charged: remaining, lastPart } = read;' },
    ],
  },
  {
    name: 'a full return gives back the whole price after a part',
    caughtAs: 'returned another amount than was left',
    patches: [
      withoutTrigger,
      {
        file: ledgerFile,
        from: '  if (charged === null) return null;\n',
        to: '  if (charged === null) return null;\n  return wholePrice(transaction, order, cycle);\n',
      },
      {
        file: ledgerFile,
        from: "/** A part of an order's price, in cents. */\n",
        to: `async function wholePrice(transaction, { id, user_id, total_cents }, cycle) {
          const account = await credit(transaction, user_id, total_cents);
          return record(transaction, account, { kind: 'return', amount_cents: total_cents, order_id: id, cycle });
        }\n`,
      },
    ],
  },
  {
    name: 'charging again takes the whole price after a part',
    caughtAs: 'charged another amount than was left',
    patches: [
      withoutTrigger,
      { file: ledgerFile, from: 'order.total_cents - order.refunded_cents', to: 'order.total_cents' },
    ],
  },
  {
    name: 'the cycle of a part is forgotten',
    caughtAs: 'not of the newest charge',
    patches: [
      {
        file: ledgerFile,
        from: 'order_id: order.id, cycle, part: lastPart + 1',
        to: 'order_id: order.id, cycle: 1, part: lastPart + 1',
      },
    ],
  },
  {
    name: 'a part of a returned order is returned',
    caughtAs: 'part of an order that is not charged',
    patches: [
      {
        file: ledgerFile,
        from: readInLock,
        to: `const { cycle, lastPart } = await movementsOf(transaction.tx, order.id);
        const remaining = order.total_cents - order.refunded_cents;`,
      },
      { file: ledgerFile, from: refusesReturned, to: '' },
    ],
  },
  {
    name: 'what the admin saw is ignored',
    caughtAs: 'part of another rest than its admin saw',
    patches: [{ file: ledgerFile, from: '  if (seen !== remaining) throw', to: '  if (false) throw' }],
  },
];
