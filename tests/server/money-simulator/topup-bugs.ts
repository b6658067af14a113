import type { MoneyBug } from './story.ts';

const approveFile = 'features/topups/approve-topup.ts';
const rowsFile = 'features/topups/rows.ts';
const operationsFile = 'features/topups/operations.ts';
const topupsFile = 'platform/database/migrations/0029-top-ups.ts';
const idempotencyFile = 'platform/idempotency.ts';

/** Bugs in the decisions of top-up requests, and in what they are answered with. */
export const bugsOfTopups: readonly MoneyBug[] = [
  {
    // Without its unique index, because the ledger refuses a second row of a request.
    name: 'an approval does not check the status of the request',
    caughtAs: 'credited more than once',
    patches: [
      { file: approveFile, from: '  checkWaiting(topup, person);\n', to: '' },
      { file: rowsFile, from: "    .where('status', '=', 'waiting')\n", to: '' },
      { file: topupsFile, from: '    unique: true,\n', to: '' },
    ],
  },
  {
    name: 'the amount that was asked for is credited',
    caughtAs: 'credited another amount than was typed',
    patches: [
      { file: approveFile, from: 'const cents = toCents(args.amount);', to: 'const cents = topup.amount_cents;' },
    ],
  },
  {
    // Its customer cancels the request between the two transactions, another admin refuses it, or a SIGKILL comes: there is
    // time for that, as on a slow disk.
    name: 'an approval commits its status in a second transaction',
    caughtAs: 'credited though not approved',
    patches: [
      {
        file: approveFile,
        from: "import { approvedTwins, twinIds } from './alike.ts';\n",
        to: `import { approvedTwins, twinIds } from './alike.ts';
        import { inTransaction as inNewTransaction } from '../../platform/database/transaction.ts';\n`,
      },
      {
        file: approveFile,
        from: '  touchedOrThrow(await runOnce(ctx, request, (transaction) => approveInTransaction(transaction, args)));\n',
        to: `  let decision;
        const later = (...made) => void (decision = made);
        touchedOrThrow(
          await runOnce(ctx, request, (transaction) => approveInTransaction(transaction, { ...args, later })),
        );
        const decideLater = (tx) => decide({ tx, now: ctx.services.now() }, ...decision);
        if (decision) await new Promise((resolve) => setTimeout(resolve, 20));
        if (decision) await inNewTransaction(ctx.services.db, decideLater);\n`,
      },
      { file: approveFile, from: '  await decide(transaction, topup, {\n', to: '  args.later(topup, {\n' },
    ],
  },
  {
    name: 'the result of a key is given to another admin',
    caughtAs: 'approved by another admin than was reported',
    patches: [
      {
        file: idempotencyFile,
        from: "      const claimed = await claim(tx, { user_id: ctx.person.id, key, fingerprint, state: 'running' }, now);\n",
        to: `      const ofOther = await tx.selectFrom('outcomes').selectAll().where('key', '=', key)
        .where('user_id', '!=', ctx.person.id).executeTakeFirst();
      if (ofOther) return resultOf(ofOther, fingerprint);
      const claimed = await claim(tx, { user_id: ctx.person.id, key, fingerprint, state: 'running' }, now);\n`,
      },
    ],
  },
  {
    name: "a new request is answered with the customer's first one",
    caughtAs: 'answered for another request',
    patches: [
      {
        file: operationsFile,
        from: "  return oneTopup(ctx, touchedId(touchedOrThrow(outcome), 'topups'));\n",
        to: `  touchedOrThrow(outcome);
        const first = await ctx.services.reader.selectFrom('topups').select('id')
          .where('user_id', '=', ctx.person.id).orderBy('number').executeTakeFirst();
        return oneTopup(ctx, first.id);\n`,
      },
    ],
  },
];
