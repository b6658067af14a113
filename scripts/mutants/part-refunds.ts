const server = {
  project: 'server',
  tests: ['server/part-refunds.test.ts', 'server/part-refunds-at-once.test.ts'],
} as const;
const screens = { project: 'screens', tests: ['screens/part-refunds.test.tsx'] } as const;

/** Faults in the return of parts of an order, each of which its tests must notice. */
export const partRefunds = [
  {
    name: 'a part is all that is left',
    file: 'server/ledger/ledger.ts',
    from: '  if (cents >= remaining)\n',
    to: '  if (cents > remaining)\n',
    ...server,
  },
  {
    name: 'a part is returned for another rest than the admin saw',
    file: 'server/ledger/ledger.ts',
    from: '  if (seen !== remaining) throw',
    to: '  if (seen < remaining) throw',
    ...server,
  },
  {
    name: 'a returned status gives back the price without its parts',
    file: 'server/ledger/order-movements.ts',
    from: 'const sum = current.reduce((total, row) => total + row.amount_cents, 0);',
    to: "const sum = current.reduce((total, row) => total + (row.kind === 'charge' ? row.amount_cents : 0), 0);",
    ...server,
  },
  {
    name: 'parts are numbered in each cycle anew',
    file: 'server/ledger/order-movements.ts',
    from: '...rows.map(({ part }) => part)',
    to: '...current.map(({ part }) => part)',
    ...server,
  },
  {
    name: 'verify does not add up the parts',
    file: 'server/ledger/verify.ts',
    from: 'where o.refunded_cents <> coalesce(l.total, 0) or l.parts',
    to: 'where l.parts',
    ...server,
  },
  {
    name: 'verify does not count the parts',
    file: 'server/ledger/verify.ts',
    from: ' or l.parts <> l.last or l.parts <> l.numbers',
    to: '',
    ...server,
  },
  {
    name: 'profit counts what was returned in parts',
    file: 'server/features/dashboard/figures.ts',
    from: 'total_cents - refunded_cents - cost_cents',
    to: 'total_cents - cost_cents',
    project: 'server',
    tests: ['server/dashboard-year.test.ts'],
  },
  {
    name: 'the digest counts what was returned in parts',
    file: 'server/features/dashboard/digest-figures.ts',
    from: 'sum(total_cents - refunded_cents)',
    to: 'sum(total_cents)',
    project: 'server',
    tests: ['server/digest.test.ts'],
  },
  {
    name: 'the rest that a refusal reports is not shown',
    file: 'client/features/orders/admin-refund-part.ts',
    from: 'if (left !== null) setReported(',
    to: 'if (left === null) setReported(',
    ...screens,
  },
  {
    name: 'all that is left of a price is sent as a part',
    file: 'client/features/orders/admin-refund-part.ts',
    from: 'typed >= left',
    to: 'typed > left',
    ...screens,
  },
  {
    name: 'the question before a returned status names the whole price',
    file: 'client/features/orders/paid-status-dialog.tsx',
    from: 'useMoney().format(leftOf(order))',
    to: 'useMoney().format(order.total_price)',
    ...screens,
  },
] as const;
