import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readUserHistory } from '../../../contract/people.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { offsetOf, pageMeta } from '../../platform/base/paging.ts';
import { findUser, mayReadActivity } from '../../shared/users.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';

/** One page of the changes to a user and their authors, from the audit log, newest first; sign-ins are left out. */
export async function userHistory(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUserHistory>,
): Promise<OutputOf<typeof readUserHistory>> {
  const { reader } = ctx.services;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), 'FORBIDDEN');
  const query = reader
    .selectFrom('audit')
    .where('audit.entity', '=', 'users')
    .where('audit.entity_key', '=', String(user.id))
    .where('audit.action', 'not like', 'session.%');
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.id', 'audit.action', 'audit.old_value', 'audit.new_value', 'audit.created_at', 'users.name'])
    .orderBy('audit.id', 'desc')
    .limit(input.per_page)
    .offset(offsetOf(input))
    .execute();
  const history = rows.map((row) => ({
    id: row.id,
    action: row.action,
    action_by: row.name,
    created_at: toIsoTime(row.created_at),
    fields: fieldsOf(row.old_value, row.new_value),
  }));
  const meta = pageMeta(ctx.url, input, Number(total));
  return { code: 'SUCCESS', history, meta, ...meta };
}

/** Names of fields that are never returned; the audit log should not contain them anyway. */
const secret = /password|pin|token/i;

function fieldsOf(old: string | null, changed: string | null) {
  const before = parse(old);
  const after = parse(changed);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !secret.test(field))
    .map((field) => ({ field, old_value: before[field] ?? null, new_value: after[field] ?? null }));
}

const parse = (json: string | null): Record<string, unknown> =>
  json === null ? {} : (JSON.parse(json) as Record<string, unknown>); // `audit` writes objects
