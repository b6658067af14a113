import { sql, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import { roleIdsWith } from '../../../contract/permissions.ts';
import type { TopupReason, TopupStatus } from '../../../contract/topup-rules.ts';
import type { Translated } from '../../../contract/translated.ts';
import type { Alike, TopupRow } from '../../../contract/topups.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toEuros, toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import { announce } from '../../platform/changes/feed.ts';
import type { Topups } from '../../platform/database/schema-topups.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { alikeByTopup } from './alike.ts';
import { slipsOf } from './attachments.ts';
import { mayDecide, mayOpenTopups, maySeeTopup, type Viewer } from './policy.ts';

/** A row of the table of requests. */
export type TopupRecord = Selectable<Topups> & { status: TopupStatus };

export async function findTopup(db: Kysely<Database>, id: string): Promise<TopupRecord | undefined> {
  const topup = await db.selectFrom('topups').selectAll().where('id', '=', id).executeTakeFirst();
  return topup as TopupRecord | undefined; // a CHECK constraint restricts the status
}

/**
 * A request that this user may see; throws NOT_FOUND for every other. The condition is part of the query, so that the
 * refusal of another user's request takes as long as that of a missing one.
 */
export async function findTopupFor(db: Kysely<Database>, id: string, viewer: Viewer): Promise<Allowed<TopupRecord>> {
  const topup = await db
    .selectFrom('topups')
    .selectAll()
    .where('id', '=', id)
    .where(isVisibleTo(viewer))
    .executeTakeFirst();
  return allow(topup as TopupRecord | undefined, maySeeTopup(viewer));
}

/** `maySeeTopup` as a condition of a query. */
export function isVisibleTo(viewer: Viewer) {
  if (mayDecide(viewer)) return sql<boolean>`1 = 1`;
  return mayOpenTopups(viewer) ? sql<boolean>`topups.user_id = ${viewer.id}` : sql<boolean>`1 = 0`;
}

/** Returns the current row of a request, locked until the end of the transaction. Lock the account of its owner first. */
export async function lockTopup(tx: Transaction<Database>, id: string): Promise<TopupRecord> {
  const topup = await tx
    .updateTable('topups')
    .set((row) => ({ rev: row.ref('rev') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return topup as TopupRecord;
}

/** Throws CONFLICT with the current status unless a request waits; customers do not learn which admin decided it. */
export function checkWaiting(topup: TopupRecord, viewer: Viewer): void {
  if (topup.status === 'waiting') return;
  const by = mayDecide(viewer) ? topup.decided_by_name : null;
  throw new Refusal('CONFLICT', { current: topup.status, by, at: toIsoTimeOrNull(topup.decided_at) });
}

/**
 * Ends a locked request and announces it. Only a waiting one is changed: a decision that is already made stays, even if
 * a lock were missing.
 */
export async function decide(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  topup: TopupRecord,
  decision: Updateable<Topups> & { status: TopupStatus },
): Promise<TopupRecord> {
  const decided = await tx
    .updateTable('topups')
    .set((row) => ({ ...decision, decided_at: now, updated_at: now, rev: row('rev', '+', 1) }))
    .where('id', '=', topup.id)
    .where('status', '=', 'waiting')
    .returningAll()
    .execute();
  if (decided.length !== 1) throw new Refusal('CONFLICT', { current: topup.status, by: null, at: null });
  const [row] = decided as [TopupRecord];
  await announceTopups(tx, [row]);
  return row;
}

/** Announces requests to their owners' devices and those of admins; what only admins see of them, to those alone. */
export async function announceTopups(
  tx: Transaction<Database>,
  topups: readonly Pick<TopupRecord, 'id' | 'user_id' | 'rev'>[],
  { isInternal = false } = {},
): Promise<void> {
  await announce(
    tx,
    topups.map(({ id, user_id, rev }) => ({
      scopes: [...(isInternal ? [] : [`u:${user_id}`]), 'admin'],
      entity: 'topups',
      key: id,
      rev,
    })),
  );
}

/** The ids of the active users who decide requests. */
export async function deciderIds(db: Kysely<Database>): Promise<number[]> {
  const deciders = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', 'in', roleIdsWith('topups.decide'))
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  return deciders.map(({ id }) => id);
}

/** Requests as this user may see them. */
export async function topupRows(
  db: Kysely<Database>,
  topups: readonly TopupRecord[],
  viewer: Viewer,
): Promise<TopupRow[]> {
  const slips = await slipsOf(
    db,
    topups.map(({ id }) => id),
  );
  const alike = mayDecide(viewer) ? await alikeByTopup(db, topups) : null;
  return topups.map((topup) => ({
    ...toTopupRow(topup, viewer),
    attachments: slips.get(topup.id) ?? [],
    ...(alike && { alike: alike.get(topup.id) ?? ([] satisfies Alike[]) }),
  }));
}

const toTopupRow = (topup: TopupRecord, viewer: Viewer): Omit<TopupRow, 'attachments'> => ({
  id: topup.id,
  number: topup.number,
  user_id: topup.user_id,
  user_name: topup.user_name,
  method_id: topup.method_id,
  method_name: JSON.parse(topup.method_name) as Translated,
  amount: toEuros(topup.amount_cents),
  credited: topup.credited_cents === null ? null : toEuros(topup.credited_cents),
  slip_number: topup.slip_number,
  paid_on: topup.paid_on,
  note: topup.note,
  status: topup.status,
  reason: topup.reason as TopupReason | null, // only `refuse-topup.ts` writes it
  decision_note: topup.decision_note,
  decided_by: mayDecide(viewer) ? topup.decided_by_name : null,
  decided_at: toIsoTimeOrNull(topup.decided_at),
  created_at: toIsoTime(topup.created_at),
  updated_at: toIsoTime(topup.updated_at),
  rev: topup.rev,
});
