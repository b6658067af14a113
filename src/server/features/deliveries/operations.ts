import type { listDeliveries, setRate } from '../../../contract/deliveries.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { audit } from '../../platform/audit.ts';
import { toCents } from '../../platform/base/wire-values.ts';
import { checkRevision, withCurrent } from '../../platform/changes/revision.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { readDeliveryTable } from '../../shared/deliveries.ts';
import { findRate, insertPlace, lockPlace, renamePlace, storeRate, type PlaceTable } from './records.ts';

type Answer = OutputOf<typeof listDeliveries>;

/** All delivery companies, cities and rates. */
export async function deliveryTable(ctx: SignedIn): Promise<Answer> {
  return { code: 'SUCCESS', ...(await readDeliveryTable(ctx.services.reader)) };
}

/** The first part of an action's name, by table. */
const kinds = { deliveries: 'delivery', cities: 'city' } as const;

/** Returns the operation that adds a company or a city. */
export const add =
  (table: PlaceTable) =>
  (ctx: SignedIn, input: { title: string }): Promise<Answer> =>
    change(ctx, { kind: `${kinds[table]}.create`, args: input }, async (transaction) => {
      const id = await insertPlace(transaction, table, input.title);
      const entry = { action: `${kinds[table]}.create`, entity: table, entityKey: id };
      await audit(transaction, { ...entry, new: { title: input.title } });
      return [`${table}:${id}`];
    });

/** Returns the operation that renames a company or a city; with `If-Match` only if it still has that revision. */
export const rename =
  (table: PlaceTable) =>
  (ctx: SignedIn, { id, title }: { id: number; title: string }): Promise<Answer> => {
    const args = { id, title, revision: ctx.revision };
    return change(ctx, { kind: `${kinds[table]}.update`, args }, async (transaction) => {
      const place = await lockPlace(transaction, table, { id, raise: 1 });
      checkRevision(args.revision, place.rev - 1);
      await renamePlace(transaction, table, place, title);
      const entry = { action: `${kinds[table]}.update`, entity: table, entityKey: id };
      await audit(transaction, { ...entry, old: { title: place.title }, new: { title } });
      return [`${table}:${id}`];
    });
  };

/** Returns the operation that deletes a company or a city with its rates. */
export const remove =
  (table: PlaceTable) =>
  (ctx: SignedIn, input: { id: number }): Promise<Answer> =>
    change(ctx, { kind: `${kinds[table]}.delete`, args: input }, async (transaction) => {
      const { id, title } = await lockPlace(transaction, table, { id: input.id, raise: 1 });
      await transaction.tx.deleteFrom(table).where('id', '=', id).execute();
      const entry = { action: `${kinds[table]}.delete`, entity: table, entityKey: id };
      await audit(transaction, { ...entry, old: { title } });
      return [`${table}:${id}`];
    });

/** Sets or removes the rate of a company for a city; with `If-Match` only if it still has that revision. */
export function putRate(ctx: SignedIn, input: ParsedInputOf<typeof setRate>): Promise<Answer> {
  const args = { ...input, revision: ctx.revision };
  return change(ctx, { kind: 'rate.set', args }, async (transaction) => {
    const company = await lockPlace(transaction, 'deliveries', { id: input.delivery_id, raise: 0 });
    const city = await lockPlace(transaction, 'cities', { id: input.city_id, raise: 0 });
    const rate = await findRate(transaction, company, city);
    checkRevision(args.revision, rate?.rev ?? 0);
    const cents = input.price === null ? null : toCents(input.price);
    await storeRate(transaction, { company, city, rate, cents });
    await audit(transaction, {
      action: 'rate.set',
      entity: 'cities',
      entityKey: city.id,
      old: { delivery: company.title, price_cents: rate?.price_cents ?? null },
      new: { delivery: company.title, price_cents: cents },
    });
    return [`cities:${city.id}`];
  });
}

/** Runs a change once per key, and answers with the whole table, also when the change is refused as outdated. */
async function change(
  ctx: SignedIn,
  request: { kind: string; args: unknown },
  run: (transaction: TransactionContext) => Promise<string[]>,
): Promise<Answer> {
  await withCurrent(
    async () => touchedOrThrow(await runOnce(ctx, { key: ctx.key, ...request }, run)),
    () => readDeliveryTable(ctx.services.reader),
  );
  return deliveryTable(ctx);
}
