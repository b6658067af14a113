const orders = { project: 'server', tests: ['server/codes.test.ts', 'server/codes-attacks.test.ts'] } as const;
const imports = { project: 'server', tests: ['server/codes-import.test.ts', 'server/codes-attacks.test.ts'] } as const;
const keys = { project: 'server', tests: ['server/codes-keys.test.ts', 'server/codes-canary.test.ts'] } as const;
const customer = { project: 'screens', tests: ['screens/order-codes.test.tsx'] } as const;
const soldOut = { project: 'screens', tests: ['screens/sold-out.test.tsx'] } as const;

/** Faults in codes, each of which its tests must notice. */
export const codes = [
  {
    name: 'expired codes are sold',
    file: 'server/shared/codes.ts',
    from: "    .where('expires_at', '>', now)\n",
    to: '',
    ...orders,
  },
  {
    name: 'codes that expire last are sold first',
    file: 'server/shared/codes.ts',
    from: "    .orderBy('expires_at')\n",
    to: "    .orderBy('expires_at', 'desc')\n",
    ...orders,
  },
  {
    name: 'a return frees opened codes',
    file: 'server/shared/codes.ts',
    from: "    .set({ state: 'free', order_item_id: null, sold_at: null })\n    .where('order_item_id', '=', itemId)\n    .where('state', '=', 'sold')\n",
    to: "    .set({ state: 'free', order_item_id: null, sold_at: null })\n    .where('order_item_id', '=', itemId)\n",
    ...orders,
  },
  {
    name: 'an order whose codes went back is charged again',
    file: 'server/features/orders/codes.ts',
    from: '(await countCodes(tx, id)) < quantity',
    to: '(await countCodes(tx, id)) < 0',
    ...orders,
  },
  {
    name: 'customers who wait are notified with every import',
    file: 'server/shared/codes.ts',
    from: "  if (before === 'out') await notifyWaiting",
    to: '  await notifyWaiting',
    ...orders,
  },
  {
    name: 'customers are notified of a product that cannot be ordered',
    file: 'server/shared/codes.ts',
    from: "  if (status !== 'active' || !isAvailable) return;\n",
    to: '',
    ...orders,
  },
  {
    name: 'customers are not notified when a product with codes is sold again',
    file: 'server/shared/keep-stock.ts',
    from: "    if (level !== 'out') await",
    to: '    if (false) await',
    ...orders,
  },
  {
    name: 'a code of a returned order is replaced',
    file: 'server/features/stock/replace-code.ts',
    from: "throw new Refusal('CONFLICT', { reason: 'returned' });",
    to: 'order;',
    ...orders,
  },
  {
    name: 'an order may have any number of codes',
    file: 'server/features/products/check-product.ts',
    from: 'max > orderCodesMax &&',
    to: 'false &&',
    ...orders,
  },
  {
    name: 'an agent opens codes',
    file: 'server/features/stock/reveal-codes.ts',
    from: "    if (!can(person.role, 'codes')) throw new Refusal('FORBIDDEN');\n    if (input.pin",
    to: '    if (input.pin',
    ...orders,
  },
  {
    name: 'codes are opened without a limit',
    file: 'server/features/stock/reveal-codes.ts',
    from: 'const callsMax = 60;',
    to: 'const callsMax = 60_000;',
    ...orders,
  },
  {
    name: 'a code is replaced twice',
    file: 'server/features/stock/replace-code.ts',
    from: "    .where('state', 'in', ['sold', 'shown'])\n",
    to: '',
    ...orders,
  },
  {
    name: 'a code is not bound to its record',
    file: 'server/platform/crypto/code-cipher.ts',
    from: 'Buffer.from(`code:${uid}`)',
    to: "Buffer.from('code:')",
    ...keys,
  },
  {
    name: 'a server starts without the key of its codes',
    file: 'server/shared/codes-keys.ts',
    from: '  if (missing.length === 0) return;\n',
    to: '  return;\n',
    ...keys,
  },
  {
    name: 'known codes are imported again',
    file: 'server/features/stock/import-codes.ts',
    from: '    if (marks.some((mark) => taken.has(mark))) return false;\n',
    to: '',
    ...imports,
  },
  {
    name: 'the stock of a deleted variant stays on the devices',
    file: 'server/features/products/write-product.ts',
    from: ", 'has_variants', 'product_variants']",
    to: ']',
    ...imports,
  },
  {
    name: 'a wait begins for a product that is not active',
    file: 'server/features/stock/watch.ts',
    from: ".where('status', '=', 'active')",
    to: '',
    ...orders,
  },
  {
    name: 'opened codes stay after the end of the session',
    file: 'client/sync/user-data.ts',
    from: '    await db.opened_codes.clear();\n',
    to: '',
    ...customer,
  },
  {
    name: 'opened codes stay for ever',
    file: 'client/local/opened-codes.ts',
    from: 'at < now - keptMs',
    to: 'at < 0',
    ...customer,
  },
  {
    name: 'a variant without codes can be ordered',
    file: 'client/features/orders/order-form-data.ts',
    from: ' && soldOut === null',
    to: '',
    ...soldOut,
  },
] as const;
