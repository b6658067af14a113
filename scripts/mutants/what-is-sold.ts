const totals = { project: 'server', tests: ['server/quantity.test.ts'] } as const;
const answers = { project: 'server', tests: ['server/order-corrections.test.ts'] } as const;
const saved = { project: 'server', tests: ['server/saved-answers.test.ts'] } as const;
const popup = {
  project: 'screens',
  tests: ['screens/order-quantity.test.tsx', 'screens/order-answers.test.tsx'],
} as const;
const correction = { project: 'screens', tests: ['screens/order-correction.test.tsx'] } as const;

/** Faults in quantities, totals and answers, each of which its tests must notice. */
export const whatIsSold = [
  {
    name: 'a total is rounded down',
    file: 'contract/order-total.ts',
    from: '(unit * quantity + per - 1) / per',
    to: '(unit * quantity) / per',
    project: 'contract',
    tests: ['contract/order-total.test.ts'],
  },
  {
    name: 'an order at another total than the customer saw is charged',
    file: 'server/features/orders/ordered-item.ts',
    from: " && isSame('total')",
    to: '',
    ...totals,
  },
  {
    name: 'an app that does not know quantities orders the smallest one',
    file: 'server/features/orders/ordered-item.ts',
    from: "wanted === undefined && needsQuantity(rules) ? 'required'",
    to: "wanted === null ? 'required'",
    ...totals,
  },
  {
    name: 'two orders at once take more units than there are',
    file: 'server/features/orders/stock.ts',
    from: ", product('quantity', '>=', value.quantity)",
    to: ", product('quantity', '>=', -1_000_000)",
    project: 'server',
    tests: ['server/stock-at-once.test.ts'],
    // Orders of one product at SQLite come one after the other.
    database: 'postgres',
  },
  {
    name: 'a return gives back one unit of several',
    file: 'server/features/orders/stock.ts',
    from: 'changeQuantity(tx, product_id, quantity)',
    to: 'changeQuantity(tx, product_id, 1)',
    ...totals,
  },
  {
    name: 'answers of an earlier round are accepted in a later one',
    file: 'server/features/orders/answers.ts',
    from: 'if (ask?.round !== round)',
    to: 'if (!ask)',
    ...answers,
  },
  {
    name: 'a round that was asked before is asked again',
    file: 'server/features/orders/ask.ts',
    from: 'if (round <= item.answers_round) return touchedBy(order);',
    to: '',
    ...answers,
  },
  {
    name: 'an optional answer that a correction clears stays',
    file: 'server/features/orders/answers.ts',
    from: 'if (!ask.keys.includes(field.key)) return',
    to: 'if (!(field.key in after)) return',
    ...answers,
  },
  {
    name: 'an answer that was not asked for is accepted',
    file: 'server/features/orders/answers.ts',
    from: '.filter(({ field }) => ask.keys.includes(field.key))',
    to: '',
    ...answers,
  },
  {
    name: 'the label of a corrected answer is the one that the product has now',
    file: 'server/features/orders/answers.ts',
    from: 'label: answer?.label ?? field.label',
    to: 'label: field.label',
    ...answers,
  },
  {
    name: 'saved answers of other users are sent',
    file: 'server/features/saved-answers/synced.ts',
    from: "    .where('user_id', '=', id)\n",
    to: "    .where('user_id', '>', id * 0)\n",
    ...saved,
  },
  {
    name: 'a saved answer of another user is replaced',
    file: 'server/features/saved-answers/operations.ts',
    from: 'if (before && before.user_id !== person.id)',
    to: 'if (before && before.user_id < 0)',
    ...saved,
  },
  {
    name: 'an order is sent without the total that the customer saw',
    file: 'client/features/orders/use-order.ts',
    from: '      total,\n      quantity,',
    to: '      quantity,',
    ...popup,
  },
  {
    name: 'the balance is compared with the price of one unit',
    file: 'client/features/orders/order-form.tsx',
    from: 'form.balance < total',
    to: 'form.balance < price',
    ...popup,
  },
  {
    name: 'a part that was not delivered is the price of the delivered units',
    file: 'client/features/orders/order-units.ts',
    from: 'left - totalOf(price, delivered, per as PricePer)',
    to: 'totalOf(price, delivered, per as PricePer)',
    project: 'screens',
    tests: ['screens/part-refunds.test.tsx'],
  },
  {
    name: 'a correction is sent for another round than the customer saw',
    file: 'client/features/orders/order-correction.tsx',
    from: 'round: ask.round',
    to: 'round: ask.round + 1',
    ...correction,
  },
] as const;
