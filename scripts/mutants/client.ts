const outbox = [
  {
    name: 'replies are sent although their ticket was refused',
    file: 'client/sync/pick.ts',
    from: '(actionOf(item.kind)?.createsRecord === true || item.error?.open === true)',
    to: 'item.error?.open === true',
    project: 'sync',
    tests: ['sync/properties.test.ts', 'sync/parking.test.ts', 'sync/outbox.test.ts', 'sync/outbox-model.test.ts'],
  },
  {
    name: 'items are sent although an earlier item of their lane is undecided',
    file: 'client/sync/pick.ts',
    from: '(actionOf(item.kind)?.createsRecord === true || item.error?.open === true)',
    to: 'actionOf(item.kind)?.createsRecord === true',
    project: 'sync',
    tests: ['sync/parking.test.ts', 'sync/pass.test.ts', 'sync/outbox.test.ts', 'sync/properties.test.ts'],
  },
  {
    name: 'an item is parked after its first fault',
    file: 'client/sync/error-table.ts',
    from: 'const faultsMax = 8;',
    to: 'const faultsMax = 1;',
    project: 'sync',
    tests: ['sync/parking.test.ts', 'sync/pass.test.ts'],
  },
  {
    name: 'a 500 of a whole request is blamed on an item',
    file: 'client/sync/error-table.ts',
    from: "({ kind }: CallFailure): boolean => kind === 'refused';",
    to: "({ kind }: CallFailure): boolean => kind === 'refused' || kind === 'broken';",
    project: 'sync',
    tests: ['sync/parking.test.ts', 'sync/pass.test.ts'],
  },
  {
    name: 'a full device deletes rows that have waiting changes',
    file: 'client/sync/storage.ts',
    from: 'old.filter((key) => !needed.has(`${table}:${key}`))',
    to: 'old.filter((key) => needed.size >= 0 && key !== undefined)',
    project: 'sync',
    tests: ['sync/storage.test.ts'],
  },
  {
    name: 'discarding at sign-out does not cancel items that may have arrived',
    file: 'client/sync/sign-out.ts',
    from: "if (choice === 'discard' && !(await cancelAll(db))) return 'unreachable';",
    to: '',
    project: 'sync',
    tests: ['sync/sign-out.test.ts'],
  },
  {
    name: 'a parked change is still shown as done',
    file: 'client/sync/optimistic.ts',
    from: 'if (!isPendingItem(item) && !effect.createsRow) continue;',
    to: '',
    project: 'sync',
    tests: ['sync/parking.test.ts', 'sync/outbox.test.ts', 'sync/properties.test.ts', 'sync/outbox-model.test.ts'],
  },
] as const;

const actions = [
  {
    name: "a customer's reply does not reopen a resolved ticket",
    file: 'contract/ticket-rules.ts',
    from: "if (author === 'user' && endedStatuses.includes(status)) return 'open';",
    to: "if (author === 'user' && status === 'closed') return 'open';",
    project: 'contract',
    tests: ['contract/ticket-rules.test.ts'],
  },
  {
    name: "a customer's reply changes no status on the device",
    file: 'client/actions/tickets.ts',
    from: 'status: statusAfterReply(ticket.status, role),',
    to: '',
    project: 'sync',
    tests: ['sync/perform.test.ts', 'sync/properties.test.ts', 'sync/outbox.test.ts'],
  },
  {
    name: 'merged changes forget what the user saw first',
    file: 'client/actions/tickets.ts',
    from: `effects: ({ ticket_id, to }) => [onTicket(ticket_id, (ticket) => ({ ...ticket, status: to }))],
  // The server compares \`from\` with its own value, so the value before the first change is kept.
  merge: (unsent, next) => ({ ...next, from: unsent.from }),`,
    to: `effects: ({ ticket_id, to }) => [onTicket(ticket_id, (ticket) => ({ ...ticket, status: to }))],
  merge: (_unsent, next) => next,`,
    project: 'sync',
    tests: ['sync/perform.test.ts', 'sync/outbox.test.ts'],
  },
  {
    name: 'a delivery without a new proof hides the existing proof',
    file: 'client/actions/orders.ts',
    from: 'file_url: file_id ? `/api/files/${file_id}` : order.file_url,',
    to: 'file_url: file_id ? `/api/files/${file_id}` : null,',
    project: 'sync',
    tests: ['sync/catalogue-and-orders.test.ts'],
  },
] as const;

const lists = [
  {
    name: 'rows that leave a list in memory stay in it',
    file: 'client/local/row-index.ts',
    from: 'if (gone.length > 0) this.columns.remove(gone);',
    to: '',
    project: 'sync',
    tests: ['sync/lists-in-memory.test.ts', 'sync/written-rows.test.ts'],
  },
  {
    name: 'rows in memory stay unchanged when another tab changes them',
    file: 'client/local/cached-row-reads.ts',
    from: 'cached.changedElsewhere = nextMoment();',
    to: 'return;',
    project: 'sync',
    tests: ['sync/cached-row-reads.test.ts'],
  },
  {
    name: 'undoing a bulk change does not discard it',
    file: 'client/features/tickets/ticket-change.ts',
    from: "if (item?.state === 'queued' && !isMerged) {\n    await discard(db, itemId);",
    to: "if (item?.state === 'queued' && !isMerged) {",
    project: 'screens',
    tests: ['screens/bulk-undo.test.tsx', 'screens/admin-tickets.test.tsx', 'screens/ticket-work.test.tsx'],
  },
  {
    name: 'undoing a bulk change discards earlier unsent changes, too',
    file: 'client/features/tickets/ticket-change.ts',
    from: 'const isMerged = item !== undefined && item.args.from !== from;',
    to: 'const isMerged = false;',
    project: 'screens',
    tests: ['screens/bulk-undo.test.tsx', 'screens/ticket-work.test.tsx'],
  },
] as const;

const screens = [
  {
    name: 'exactly enough balance is shown as not enough',
    file: 'client/features/orders/balance-preview.tsx',
    from: 'after !== null && after < 0',
    to: 'after !== null && after <= 0',
    project: 'screens',
    tests: ['screens/exact-balance.test.tsx'],
  },
  {
    name: 'a product that is unavailable can be ordered again',
    file: 'client/features/orders/repeat.ts',
    from: 'return isOrderable && isShown',
    to: 'return isShown',
    project: 'screens',
    tests: ['screens/order-again.test.tsx'],
  },
  {
    name: 'a variant that is gone can be ordered again',
    file: 'client/features/orders/repeat.ts',
    from: '(variantId === null || variants.some(({ id }) => id === variantId))',
    to: 'variantId !== 0',
    project: 'screens',
    tests: ['screens/order-again.test.tsx'],
  },
  {
    name: 'an inactive product can be ordered',
    file: 'client/features/orders/order-form-data.ts',
    from: "product.is_available && product.status === 'active'",
    to: 'product.is_available',
    project: 'screens',
    tests: ['screens/order-dialog.test.tsx', 'screens/order-again.test.tsx', 'screens/category.test.tsx'],
  },
  {
    name: 'drafts are not counted before signing out',
    file: 'client/local/drafts.ts',
    from: "some((text) => text.trim() !== '')",
    to: "some((text) => text.trim() === 'x')",
    project: 'sync',
    tests: ['sync/sign-out.test.ts'],
  },
] as const;

/** Faults of the outbox, of actions, lists and screens. */
export const client = [...outbox, ...actions, ...lists, ...screens] as const;
