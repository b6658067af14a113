import type { Kysely } from 'kysely';
import type * as endpoints from '../../../contract/codes.ts';
import type { StockOfVariant } from '../../../contract/codes.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { can } from '../../../contract/permissions.ts';
import { levelOf, type CodeState } from '../../../contract/stock-rules.ts';
import { audit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toEuros, toIsoTime } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { hasResult, runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { announceLevel, changeFree, type StockRef } from '../../shared/codes.ts';
import { checkPin } from '../../shared/pins.ts';
import { findStockProduct, makeStock, stockRefOf } from './records.ts';

/** The numbers of a product for each variant, deleted ones only while they have free codes; agents see no costs. */
export async function showStock(
  ctx: SignedIn,
  { id }: ParsedInputOf<typeof endpoints.readStock>,
): Promise<OutputOf<typeof endpoints.readStock>> {
  const { services, person } = ctx;
  const { reader } = services;
  const product = await findStockProduct(reader, id, person);
  const facts = { withCost: can(person.role, 'money'), now: services.now() };
  const parts = await partsOf(reader, product);
  const stock = await Promise.all(parts.map((part) => stockOf(reader, part, facts)));
  return { code: 'SUCCESS', has_key: services.codes !== null, stock };
}

type Part = StockRef & Pick<StockOfVariant, 'title' | 'status'>;

/** The variants of a product, or the product without any, and after them what has free codes and is sold no more. */
async function partsOf(db: Kysely<Database>, product: { id: number; has_variants: number }): Promise<Part[]> {
  const product_id = product.id;
  const variants = await db
    .selectFrom('product_variants')
    .select(['id', 'title', 'status', 'deleted_at'])
    .where('product_id', '=', product_id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const listed: Part[] = product.has_variants
    ? variants
        .filter(({ deleted_at }) => deleted_at === null)
        .map(({ id, title, status }) => ({ product_id, variant_id: id, title, status: status as Part['status'] }))
    : [{ product_id, variant_id: 0, title: null, status: 'active' }];
  const withCodes = await db
    .selectFrom('stock')
    .select('variant_id')
    .where('product_id', '=', product_id)
    .where('free', '>', 0)
    .orderBy('variant_id')
    .execute();
  const others = withCodes.filter(({ variant_id }) => listed.every((part) => part.variant_id !== variant_id));
  return [
    ...listed,
    ...others.map(({ variant_id }): Part => {
      const title = variants.find(({ id }) => id === variant_id)?.title ?? null;
      return { product_id, variant_id, title, status: 'deleted' };
    }),
  ];
}

async function stockOf(
  db: Kysely<Database>,
  { title, status, ...ref }: Part,
  { withCost, now }: { withCost: boolean; now: number },
): Promise<StockOfVariant> {
  const row = await db
    .selectFrom('stock')
    .select(['free', 'low_at'])
    .where('product_id', '=', ref.product_id)
    .where('variant_id', '=', ref.variant_id)
    .executeTakeFirst();
  const { free = 0, low_at = null } = row ?? {};
  const { sold } = await db
    .selectFrom('codes')
    .select((codes) => codes.fn.countAll<number>().as('sold'))
    .where('product_id', '=', ref.product_id)
    .where('variant_id', '=', ref.variant_id)
    .where('sold_at', '>', now - 86_400_000)
    .executeTakeFirstOrThrow();
  const batches = await batchesOf(db, ref, withCost);
  const variant_id = ref.variant_id || null;
  return { variant_id, title, status, free, low_at, level: levelOf(free, low_at), sold_today: Number(sold), batches };
}

async function batchesOf(db: Kysely<Database>, ref: StockRef, withCost: boolean): Promise<StockOfVariant['batches']> {
  const batches = await db
    .selectFrom('code_batches')
    .select(['id', 'note', 'cost_cents', 'count', 'created_by_name', 'created_at'])
    .where('product_id', '=', ref.product_id)
    .where('variant_id', '=', ref.variant_id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  const ids = batches.map(({ id }) => id);
  const counts = ids.length === 0 ? [] : await countsOf(db, ids);
  return batches.map(({ id, note, cost_cents, count, created_by_name, created_at }) => ({
    id,
    note,
    ...(withCost && { cost: cost_cents === null ? null : toEuros(cost_cents) }),
    count,
    counts: Object.fromEntries(
      counts.filter(({ batch_id }) => batch_id === id).map(({ state, number }) => [state as CodeState, Number(number)]),
    ),
    created_by: created_by_name,
    created_at: toIsoTime(created_at),
  }));
}

const countsOf = (db: Kysely<Database>, ids: readonly number[]) =>
  db
    .selectFrom('codes')
    .select((codes) => ['batch_id', 'state', codes.fn.countAll<number>().as('number')])
    .where('batch_id', 'in', ids)
    .groupBy(['batch_id', 'state'])
    .execute();

/** Sets the number of free codes at which admins are notified. */
export async function setLowAt(
  ctx: SignedIn,
  { id, variant_id, low_at }: ParsedInputOf<typeof endpoints.setStock>,
): Promise<OutputOf<typeof endpoints.setStock>> {
  const product = await findStockProduct(ctx.services.reader, id, ctx.person);
  const ref = await stockRefOf(ctx.services.reader, product, variant_id);
  const request = { key: ctx.key, kind: 'stock.set', args: { ...ref, low_at } };
  touchedOrThrow(
    await runOnce(ctx, request, async (transaction) => {
      const { tx } = transaction;
      await makeStock(tx, ref);
      const before = (await changeFree(tx, ref, 0))!;
      await tx
        .updateTable('stock')
        .set({ low_at })
        .where('product_id', '=', ref.product_id)
        .where('variant_id', '=', ref.variant_id)
        .execute();
      await audit(transaction, {
        action: 'stock.set',
        entity: 'products',
        entityKey: id,
        old: { low_at: before.low_at },
        new: { variant_id, low_at },
      });
      await announceLevel(transaction, { ...before, low_at });
      return [`products:${id}`];
    }),
  );
  return { code: 'SUCCESS' };
}

/**
 * Takes the free codes of a batch out of the stock for good, with the acting admin's own PIN. A repeated key gets its
 * stored result without a PIN check.
 */
export async function withdrawBatch(
  ctx: SignedIn,
  { id, batch_id, reason, pin }: ParsedInputOf<typeof endpoints.withdrawCodes>,
): Promise<OutputOf<typeof endpoints.withdrawCodes>> {
  await findStockProduct(ctx.services.reader, id, ctx.person);
  if (!(await hasResult(ctx))) await checkPin(ctx, pin);
  let withdrawn: number | undefined;
  const request = { key: ctx.key, kind: 'codes.withdraw', args: { id, batch_id, reason } };
  touchedOrThrow(
    await runOnce(ctx, request, async (transaction) => {
      withdrawn = await withdrawInTransaction(transaction, { id, batch_id, reason });
      return [`products:${id}`];
    }),
  );
  return { code: 'SUCCESS', withdrawn: withdrawn ?? (await countWithdrawn(ctx.services.reader, batch_id)) };
}

/** The withdrawn codes of a batch, for a repeated key: a stored result has no numbers. */
async function countWithdrawn(db: Kysely<Database>, batchId: number): Promise<number> {
  const { count } = await db
    .selectFrom('codes')
    .select((codes) => codes.fn.countAll<number>().as('count'))
    .where('batch_id', '=', batchId)
    .where('state', '=', 'withdrawn')
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function withdrawInTransaction(
  transaction: TransactionContext,
  { id, batch_id, reason }: { id: number; batch_id: number; reason: string },
): Promise<number> {
  const { tx } = transaction;
  const batch = await tx
    .selectFrom('code_batches')
    .select(['product_id', 'variant_id'])
    .where('id', '=', batch_id)
    .where('product_id', '=', id)
    .executeTakeFirst();
  if (!batch) throw new Refusal('NOT_FOUND');
  await changeFree(tx, batch, 0);
  const withdrawn = await tx
    .updateTable('codes')
    .set({ state: 'withdrawn' })
    .where('batch_id', '=', batch_id)
    .where('state', '=', 'free')
    .returning('id')
    .execute();
  if (withdrawn.length === 0) return 0;
  const changed = await changeFree(tx, batch, -withdrawn.length);
  await audit(transaction, {
    action: 'codes.withdraw',
    entity: 'products',
    entityKey: id,
    new: { batch: batch_id, count: withdrawn.length, reason },
  });
  await announceLevel(transaction, changed!);
  return withdrawn.length;
}
