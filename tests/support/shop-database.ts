import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { adjust } from '../../src/server/ledger/ledger.ts';
import { openSqlite } from '../../src/server/platform/database/sqlite.ts';
import { inTransaction, type TransactionContext } from '../../src/server/platform/database/transaction.ts';

/** Opens the database of a running server; a test reads and changes it with the server's own code. */
export function openShopDatabase(dataFolder: string, currency = 'EUR') {
  const { db, reader } = openSqlite(join(dataFolder, 'comptoir.db'));
  const userId = async (email: string): Promise<number> =>
    (await reader.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  return {
    /** Adds an amount, in the shop's currency, to a user's balance through the ledger, as root would. */
    async credit(email: string, amount: number): Promise<void> {
      const [target, root] = [
        await userId(email),
        { id: 1, role: 'admin', name: 'Root', email: 'root', sessionId: 0 } as const,
      ];
      await inTransaction(db, async (tx) => {
        // The ledger uses only these fields.
        const services = { settings: { currency } };
        const fields = { tx, person: root, now: Date.now(), key: randomUUID(), services };
        const transaction = fields as unknown as TransactionContext;
        await adjust(transaction, { userId: target, kind: 'add', cents: Math.round(amount * 100), note: null });
      });
    },
    /** A user's ledger in cents, oldest first. */
    async ledger(email: string): Promise<{ kind: string; amount_cents: number; after_cents: number }[]> {
      const id = await userId(email);
      return reader
        .selectFrom('ledger')
        .select(['kind', 'amount_cents', 'after_cents'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute();
    },
    /** Inserts new orders of a customer, without items. */
    async putOrders(email: string, count: number): Promise<void> {
      const user = await userId(email);
      await sql`
        with recursive place (n) as (select 1 union all select n + 1 from place where n < ${count})
        insert into orders (user_id, user_name, customer_key, key, status, total_cents, cost_cents, search_text, created_at, updated_at)
        select ${user}, 'Amina', 'amina', 'many ' || n, 'completed', 100, 0, 'amina many', ${Date.now()}, ${Date.now()} from place`.execute(
        db,
      );
    },
    /** The number of a customer's orders. */
    async countOrders(email: string): Promise<number> {
      return (
        await reader
          .selectFrom('orders')
          .select('id')
          .where('user_id', '=', await userId(email))
          .execute()
      ).length;
    },
    /** The texts of a customer's tickets whose subject starts with `subject`: by subject, content and replies. */
    async textsBySubject(email: string, subject: string): Promise<Record<string, string[]>> {
      const tickets = await reader
        .selectFrom('tickets')
        .select(['id', 'subject', 'content'])
        .where('user_id', '=', await userId(email))
        .where('subject', 'like', `${subject}%`)
        .orderBy('number')
        .execute();
      const texts: Record<string, string[]> = {};
      for (const ticket of tickets) {
        const replies = await reader
          .selectFrom('responses')
          .select('content')
          .where('ticket_id', '=', ticket.id)
          .orderBy(sql`rowid`)
          .execute();
        // A ticket that was stored twice makes the list longer.
        (texts[ticket.subject] ??= []).push(ticket.content, ...replies.map(({ content }) => content));
      }
      return texts;
    },
    /** The changes of each record, by `tickets:<id>`, oldest first: action and new status, `ticket.status resolved`. */
    async history(): Promise<Record<string, string[]>> {
      const entries = await reader
        .selectFrom('audit')
        .select(['entity', 'entity_key', 'action', 'new_value'])
        .orderBy('id')
        .execute();
      const history: Record<string, string[]> = {};
      for (const { entity, entity_key, action, new_value } of entries) {
        const { status = '' } = JSON.parse(new_value ?? '{}') as { status?: string };
        (history[`${entity}:${entity_key}`] ??= []).push(`${action} ${status}`.trim());
      }
      return history;
    },
    /** The id of the newest order that waits for its delivery. */
    async orderIdToDeliver(): Promise<number> {
      const order = await reader
        .selectFrom('orders')
        .select('id')
        .where('status', '=', 'processing')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return order.id;
    },
    /** The id of a customer's newest order. */
    async newestOrderIdOf(email: string): Promise<number> {
      const order = await reader
        .selectFrom('orders')
        .select('id')
        .where('user_id', '=', await userId(email))
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return order.id;
    },
    /** The id of the file that proves an order's delivery. */
    async proofIdOf(orderId: number): Promise<string | null> {
      const order = await reader
        .selectFrom('orders')
        .select('file_id')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      return order.file_id;
    },
    /** A product that customers can order, its first active variant with title and price, and one category. */
    async productWithVariants(): Promise<{
      id: number;
      title: string;
      categoryId: number;
      variantId: number;
      variant: string;
      cents: number;
    }> {
      const product = await reader
        .selectFrom('products')
        .innerJoin('product_variants', 'product_variants.product_id', 'products.id')
        .innerJoin('product_categories', 'product_categories.product_id', 'products.id')
        .innerJoin('categories', 'categories.id', 'product_categories.category_id')
        .select([
          'products.id',
          'products.title',
          'category_id',
          'product_variants.id as variantId',
          'product_variants.title as variant',
          'product_variants.price_cents as cents',
        ])
        .where('products.status', '=', 'active')
        .where('products.is_available', '=', 1)
        .where('products.has_variants', '=', 1)
        .where('products.order_fields', '=', '[]')
        .where('products.quantity_max', '=', 1)
        .where('product_variants.status', '=', 'active')
        .where('categories.is_active', '=', 1)
        .orderBy('products.id')
        .orderBy('product_variants.position')
        .executeTakeFirstOrThrow();
      return { ...product, categoryId: product.category_id };
    },
    /** The product of which an order takes a number of units at a price for 1,000, with its first variant. */
    async productSoldByThousands(): Promise<{ id: number; variantId: number; cents: number }> {
      return reader
        .selectFrom('products')
        .innerJoin('product_variants', 'product_variants.product_id', 'products.id')
        .select(['products.id', 'product_variants.id as variantId', 'product_variants.price_cents as cents'])
        .where('price_per', '=', 1000)
        .orderBy('product_variants.position')
        .executeTakeFirstOrThrow();
    },
    /** The cheapest product of one unit that can be ordered without a choice, an answer or a stock. */
    async plainProduct(): Promise<{ id: number; title: string; cents: number }> {
      return reader
        .selectFrom('products')
        .select(['id', 'title', 'price_cents as cents'])
        .where('has_variants', '=', 0)
        .where('is_available', '=', 1)
        .where('status', '=', 'active')
        .where('quantity', 'is', null)
        .where('quantity_max', '=', 1)
        .where('order_fields', '=', '[]')
        .where('sells_codes', '=', 0)
        .orderBy('price_cents')
        .executeTakeFirstOrThrow();
    },
    async close(): Promise<void> {
      await reader.destroy();
      await db.destroy();
    },
  };
}
