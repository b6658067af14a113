import { join } from 'node:path';
import { bugsOfCodes } from './code-bugs.ts';
import { bugsOfParts } from './part-bugs.ts';
import { bugsOfTotals } from './sold-bugs.ts';
import { bugsOfTopups } from './topup-bugs.ts';
import type { MoneyBug, Patch } from './story.ts';

const idempotencyFile = 'platform/idempotency.ts';
const ledgerFile = 'ledger/ledger.ts';
const placeOrderFile = 'features/orders/place-order.ts';
const peopleFile = 'platform/database/migrations/0001-people.ts';
const shopFile = 'platform/database/migrations/0001-shop.ts';
const ledgerKeysFile = 'platform/database/migrations/0006-ledger-and-tickets.ts';

/** Wraps `placeOrder`, and adds code inside it that reads the wrapper's value as `input.fromWrapper`. */
const wrapPlaceOrder = (wrapper: string, inside: string): readonly Patch[] => [
  {
    file: placeOrderFile,
    from: 'export async function placeOrder(\n',
    to: `${wrapper}\nasync function placeOrderUnchanged(\n`,
  },
  {
    file: placeOrderFile,
    from: '  const product = await orderedProduct(transaction, input.product_id);\n',
    to: `${inside}\n  const product = await orderedProduct(transaction, input.product_id);\n`,
  },
];
/** Not enumerable, because the request's fingerprint must not include it. */
const passFromWrapper = "Object.defineProperty(input, 'fromWrapper', { value: fromWrapper });";

/** The database refuses repeated keys and wrong balances; without these rules the effect of a bug becomes visible. */
const withoutUniqueKeys: readonly Patch[] = [
  {
    file: shopFile,
    from: "{ table: 'orders', columns: ['user_id', 'key'], unique: true }",
    to: "{ table: 'orders', columns: ['user_id', 'key'] }",
  },
  {
    file: ledgerKeysFile,
    from: "{ table: 'ledger', columns: ['actor_id', 'key'], unique: true }",
    to: "{ table: 'ledger', columns: ['actor_id', 'key'] }",
  },
];
const withoutChecks: readonly Patch[] = [
  { file: peopleFile, from: '.check(sql`balance_cents >= 0`)', to: '' },
  { file: shopFile, from: 'column.notNull().check(sql`after_cents >= 0`)', to: 'column.notNull()' },
];

const bugsOfOrders: readonly MoneyBug[] = [
  {
    name: 'the key is ignored',
    caughtAs: 'ordered more than once',
    patches: [
      { file: idempotencyFile, from: '  if (key === null) {\n', to: '  {\n' },
      {
        file: idempotencyFile,
        from: 'inUserTransaction(ctx, run);',
        to: 'inUserTransaction(ctx, run, crypto.randomUUID());',
      },
    ],
  },
  {
    // Debits first, and pays back when the order fails: only a SIGKILL between the two transactions loses money.
    name: 'the debit is committed in its own transaction',
    caughtAs: 'balance is not the sum of the ledger',
    patches: [
      {
        file: ledgerFile,
        from: 'await debit(transaction, order.user_id, cents, { activeOnly });',
        to: 'await credit(transaction, order.user_id, 0);',
      },
      {
        file: ledgerFile,
        from: 'const after = account.balance_cents;\n  const before = after - entry.amount_cents;',
        to: `const last = await transaction.tx.selectFrom('ledger').select('after_cents').where('user_id', '=', account.id)
          .orderBy('id', 'desc').limit(1).executeTakeFirst();
        const before = last?.after_cents ?? 0;
        const after = before + entry.amount_cents;`,
      },
      {
        file: ledgerFile,
        from: 'interface Account {',
        to: `export const prepay = (tx, id, cents) => debit({ tx }, id, cents, { activeOnly: true });
        export const payBack = (tx, id, cents) => credit({ tx }, id, cents);
        interface Account {`,
      },
      ...wrapPlaceOrder(
        `import { payBack, prepay } from '../../ledger/ledger.ts';
        import { inTransaction as inNewTransaction } from '../../platform/database/transaction.ts';
        export async function placeOrder(ctx, input) {
          const cents = Math.round(input.price * 100);
          const inOwnTransaction = (pay) => inNewTransaction(ctx.services.db, (tx) => pay(tx, ctx.person.id, cents));
          const fromWrapper = { refusal: await inOwnTransaction(prepay).then(() => null, (error) => error), isPlaced: false };
          ${passFromWrapper}
          try {
            return await placeOrderUnchanged(ctx, input);
          } catch (error) {
            fromWrapper.isPlaced = false;
            throw error;
          } finally {
            if (!fromWrapper.refusal && !fromWrapper.isPlaced) await inOwnTransaction(payBack);
          }
        }`,
        'if (input.fromWrapper.refusal) throw input.fromWrapper.refusal; input.fromWrapper.isPlaced = true;',
      ),
    ],
  },
  {
    name: 'the balance is read first and debited later',
    caughtAs: 'balance below zero',
    patches: [
      ...withoutChecks,
      { file: ledgerFile, from: ".where('balance_cents', '>=', value.cents)", to: '' },
      ...wrapPlaceOrder(
        `import { balanceOf as readBalance } from '../../ledger/ledger.ts';
        export async function placeOrder(ctx, input) {
          const fromWrapper = await readBalance(ctx.services.reader, ctx.person.id);
          ${passFromWrapper}
          return placeOrderUnchanged(ctx, input);
        }`,
        "if (input.fromWrapper < Math.round(input.price * 100)) throw new Refusal('BALANCE_NOT_ENOUGH');",
      ),
    ],
  },
  {
    // Two orders that share a commit both continue from the row that is already committed.
    name: 'the row before is read outside of the transaction',
    caughtAs: 'hash does not cover the row before',
    patches: [
      {
        file: ledgerFile,
        from: 'await newestHash(transaction.tx, account.id)',
        to: 'await newestHash(transaction.services.reader, account.id)',
      },
    ],
  },
  {
    name: 'keys are remembered in memory only',
    caughtAs: 'ordered more than once',
    patches: [
      ...withoutUniqueKeys,
      {
        file: idempotencyFile,
        from: 'export async function runOnce(',
        to: `const remembered = new Map();
        export async function runOnce(ctx, intent, run) {
          if (intent.key === null) return onceInDatabase(ctx, intent, run);
          const name = ctx.person.id + ' ' + intent.key;
          const outcome = remembered.get(name) ?? applyOnce(ctx, intent, run).catch((error) => {
            remembered.delete(name);
            throw error;
          });
          remembered.set(name, outcome);
          return outcome;
        }
        async function applyOnce(ctx, intent, run) {
          try {
            return applied(await inUserTransaction(ctx, run, intent.key));
          } catch (error) {
            if (!(error instanceof Refusal) || !isFinal(error.code)) throw error;
            const { status, code, errors, details } = error;
            return { status, code, errors, details, touched: [] };
          }
        }
        const stateOf = (outcome) => ({
          state: outcome.status === 200 ? 'applied' : outcome.code === 'CANCELLED' ? 'cancelled' : 'refused',
          refusal: outcome.status === 200 ? undefined : outcome.code,
          touched: outcome.touched,
        });
        async function onceInDatabase(`,
      },
      {
        file: idempotencyFile,
        from: 'return keyState(await findOutcome(ctx.services.reader, ctx.person.id, key));',
        to: `const known = await remembered.get(ctx.person.id + ' ' + key);
        return known ? stateOf(known) : { state: 'unknown', touched: [] };`,
      },
      {
        file: idempotencyFile,
        from: 'const row = await inUserTransaction(ctx, async ({ tx, now }) => {\n    await claim(',
        to: `const name = ctx.person.id + ' ' + key;
        if (!remembered.has(name)) remembered.set(name, Promise.resolve({ status: 409, code: 'CANCELLED', touched: [] }));
        if (remembered.has(name)) return stateOf(await remembered.get(name));
        const row = await inUserTransaction(ctx, async ({ tx, now }) => {
    await claim(`,
      },
    ],
  },
];

export const bugs: readonly MoneyBug[] = [
  ...bugsOfOrders,
  ...bugsOfParts,
  ...bugsOfTopups,
  ...bugsOfTotals,
  ...bugsOfCodes,
];

/** The environment that starts the server with a bug, through a loader hook of Node; the app has no hook for it. */
export const injectionEnvironment = ({ name }: MoneyBug): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'inject-bug.ts')}`,
  MONEY_BUG: name,
  // Code compiled with a bug must not share a cache with the real code.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/money-bugs'),
});

/** The line that `inject-bug.ts` prints for each file that it changed. */
export const injectedLine = (file: string): string => `A bug is in ${file}`;

/** Throws when a file of a bug was never loaded, so that the server does not have the bug. */
export function checkInjected({ name, patches }: MoneyBug, output: string): void {
  const absent = patches.filter(({ file }) => !output.includes(injectedLine(file)));
  if (absent.length > 0) throw new Error(`"${name}" is not in ${absent.map(({ file }) => file).join(', ')}`);
}
