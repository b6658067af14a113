const orders = [
  {
    name: "a ticket's file becomes the proof of another's order",
    file: 'server/features/orders/deliver-order.ts',
    from: '!file || elsewhere || attached',
    to: '!file || elsewhere || (attached && !file)',
    project: 'server',
    tests: ['server/order-delivery.test.ts'],
  },
  {
    name: 'a deleted open order blocks the deletion of its customer',
    file: 'server/features/people/delete-user.ts',
    from: "    .where('deleted_at', 'is', null)\n",
    to: '',
    project: 'server',
    tests: ['server/deleted-accounts.test.ts'],
  },
  {
    name: 'an order that was delivered and is completed sends a second e-mail',
    file: 'server/features/orders/change-status.ts',
    from: 'deliveredStatuses.includes(order.status) && !deliveredStatuses.includes(before)',
    to: 'deliveredStatuses.includes(order.status) && order.status !== before',
    project: 'server',
    tests: ['server/mail-notices-shop.test.ts'],
  },
  {
    name: 'a main category outside of the categories is added to them',
    file: 'server/features/products/write-product.ts',
    from: 'first !== undefined && unique.includes(first)',
    to: 'first !== undefined',
    project: 'server',
    tests: ['server/product-write.test.ts'],
  },
  {
    name: "an admin's delivery notes stay in the changes that were sent lately",
    file: 'client/sync/sent-lately.ts',
    from: "['subject', 'content', 'notes']",
    to: "['subject', 'content']",
    project: 'screens',
    tests: ['screens/sent-lately.test.tsx'],
  },
] as const;

const lists = [
  {
    name: 'the rows of one page of the server stay under the next page',
    file: 'client/lists/row-sources.ts',
    from: 'answer: isSamePage ? answer : null,',
    to: 'answer,',
    project: 'screens',
    tests: ['screens/users.test.tsx'],
  },
  {
    name: "rows of this tab overwrite another tab's newer rows in lists",
    file: 'client/local/rows-in-memory/follow-table.ts',
    from: 'if (written && written.since > lastElsewhere)',
    to: 'if (written)',
    project: 'sync',
    tests: ['sync/written-rows.test.ts'],
  },
  {
    name: 'a read transaction is answered from the cache',
    file: 'client/local/rows-in-memory/cached-row-reads.ts',
    from: "mode !== 'readonly' || _explicit === true",
    to: "mode !== 'readonly' || (_explicit === true && false)",
    project: 'sync',
    tests: ['sync/cached-row-reads.test.ts'],
  },
  {
    name: 'the dashboard does not show the tickets that wait for the customer',
    file: 'client/features/dashboard/needs.ts',
    from: 'open.filter(waitsForCustomer)',
    to: 'open.filter((ticket) => !waitsForCustomer(ticket))',
    project: 'screens',
    tests: ['screens/user-dashboard.test.tsx'],
  },
  {
    name: 'a bucket after the present is cut off although it has counts',
    file: 'client/features/dashboard/buckets.ts',
    from: 'count > 0 || period <= here',
    to: 'count < 0 || period <= here',
    project: 'screens',
    tests: ['screens/dashboard-charts.test.tsx'],
  },
] as const;

/** Faults of orders, their e-mails and lists that the tests once did not notice. */
export const ordersAndLists = [...orders, ...lists] as const;
