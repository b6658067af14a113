import { join } from 'node:path';
import type { BankFaultKind } from './story.ts';

/** A text of the server's sources and what stands there instead. */
interface Patch {
  /** Below `src/server`. */
  file: string;
  from: string;
  to: string;
}

/** A fault of the server, put into its sources while they are loaded, and the kind of fault it must be caught by. */
export interface BankBug {
  name: string;
  caughtAs: BankFaultKind;
  patches: readonly Patch[];
}

const once = 'platform/once.ts';
const ledger = 'ledger/ledger.ts';
const placeOrder = 'features/orders/place-order.ts';
const people = 'platform/database/migrations/0001-people.ts';
const shop = 'platform/database/migrations/0001-shop.ts';
const ledgerKeys = 'platform/database/migrations/0006-ledger-and-tickets.ts';

/** Puts something around an order and something before its placing; `input.aside` goes from the one to the other. */
const aroundOrder = (around: string, before: string): readonly Patch[] => [
  {
    file: placeOrder,
    from: 'export async function order(ctx: SignedIn, input: Input)',
    to: `${around}\nasync function orderAsItWas(ctx: SignedIn, input: Input)`,
  },
  {
    file: placeOrder,
    from: '  const product = await findProduct(work.tx, input.product_id);\n',
    to: `${before}\n  const product = await findProduct(work.tx, input.product_id);\n`,
  },
];
/** The fingerprint of the key must not see it. */
const setAside = "Object.defineProperty(input, 'aside', { value: aside });";

/** The database holds keys and balances by itself; a bug it would stop must be seen without it. */
const withoutUniqueKeys: readonly Patch[] = [
  {
    file: shop,
    from: "{ table: 'orders', columns: ['user_id', 'key'], unique: true }",
    to: "{ table: 'orders', columns: ['user_id', 'key'] }",
  },
  {
    file: ledgerKeys,
    from: "{ table: 'ledger', columns: ['actor_id', 'key'], unique: true }",
    to: "{ table: 'ledger', columns: ['actor_id', 'key'] }",
  },
];
const withoutChecks: readonly Patch[] = [
  { file: people, from: '.check(sql`balance_cents >= 0`)', to: '' },
  { file: shop, from: 'column.notNull().check(sql`after_cents >= 0`)', to: 'column.notNull()' },
];

export const bugs: readonly BankBug[] = [
  {
    name: 'the key is ignored',
    caughtAs: 'ordered more than once',
    patches: [
      { file: once, from: '  if (key === null) {\n', to: '  {\n' },
      {
        file: once,
        from: 'inUserTransaction(ctx, run);',
        to: 'inUserTransaction(ctx, run, crypto.randomUUID());',
      },
    ],
  },
  {
    // Pays back what the order did not take: nothing but a SIGKILL between the two transactions loses money.
    name: 'the debit is committed apart from the order',
    caughtAs: 'balance is not the sum of the ledger',
    patches: [
      {
        file: ledger,
        from: 'await debit(work, order.user_id, order.total_cents, { activeOnly });',
        to: 'await credit(work, order.user_id, 0);',
      },
      {
        file: ledger,
        from: 'const after = account.balance_cents;\n  const before = after - entry.cents;',
        to: `const last = await work.tx.selectFrom('ledger').select('after_cents').where('user_id', '=', account.id)
          .orderBy('id', 'desc').limit(1).executeTakeFirst();
        const before = last?.after_cents ?? 0;
        const after = before + entry.cents;`,
      },
      {
        file: ledger,
        from: 'interface Account {',
        to: `export const prepay = (tx, id, cents) => debit({ tx }, id, cents, { activeOnly: true });
        export const payBack = (tx, id, cents) => credit({ tx }, id, cents);
        interface Account {`,
      },
      ...aroundOrder(
        `import { payBack, prepay } from '../../ledger/ledger.ts';
        import { inTransaction as inAnother } from '../../platform/database/transaction.ts';
        export async function order(ctx, input) {
          const cents = Math.round(input.price * 100);
          const apart = (pay) => inAnother(ctx.means.db, (tx) => pay(tx, ctx.person.id, cents));
          const aside = { refusal: await apart(prepay).then(() => null, (error) => error), isTaken: false };
          ${setAside}
          try {
            return await orderAsItWas(ctx, input);
          } catch (error) {
            aside.isTaken = false;
            throw error;
          } finally {
            if (!aside.refusal && !aside.isTaken) await apart(payBack);
          }
        }`,
        'if (input.aside.refusal) throw input.aside.refusal; input.aside.isTaken = true;',
      ),
    ],
  },
  {
    name: 'the balance is looked at first and taken from later',
    caughtAs: 'below zero',
    patches: [
      ...withoutChecks,
      { file: ledger, from: ".where('balance_cents', '>=', value.cents)", to: '' },
      ...aroundOrder(
        `import { balanceOf as lookAt } from './rows.ts';
        export async function order(ctx, input) {
          const aside = await lookAt(ctx.means.reader, ctx.person.id);
          ${setAside}
          return orderAsItWas(ctx, input);
        }`,
        "if (input.aside < Math.round(input.price * 100)) throw new Refusal('BALANCE_NOT_ENOUGH');",
      ),
    ],
  },
  {
    name: 'keys are remembered by the process alone',
    caughtAs: 'ordered more than once',
    patches: [
      ...withoutUniqueKeys,
      {
        file: once,
        from: 'export async function once(',
        to: `const remembered = new Map();
        export async function once(ctx, intent, run) {
          if (intent.key === null) return onceInDatabase(ctx, intent, run);
          const name = ctx.person.id + ' ' + intent.key;
          const doing = remembered.get(name) ?? doIt(ctx, intent, run).catch((error) => {
            remembered.delete(name);
            throw error;
          });
          remembered.set(name, doing);
          return doing;
        }
        async function doIt(ctx, intent, run) {
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
        file: once,
        from: 'return keyState(await find(ctx.means.reader, ctx.person.id, key));',
        to: `const known = await remembered.get(ctx.person.id + ' ' + key);
        return known ? stateOf(known) : { state: 'unknown', touched: [] };`,
      },
      {
        file: once,
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

/** The environment that starts the server with a bug: a hook of Node's own, none of the product's. */
export const injection = ({ name }: BankBug): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'inject-bug.ts')}`,
  BANK_BUG: name,
  // What was compiled with a bug in it never lies beside what was compiled without.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/bank-bugs'),
});

/** What the injector prints for each file it has changed. */
export const injected = (file: string): string => `A bug is in ${file}`;

/** Throws when a file of a bug was never loaded: then the bug is not there. */
export function checkInjected({ name, patches }: BankBug, printed: string): void {
  const absent = patches.filter(({ file }) => !printed.includes(injected(file)));
  if (absent.length > 0) throw new Error(`"${name}" is not in ${absent.map(({ file }) => file).join(', ')}`);
}
