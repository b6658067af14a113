import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readUserHistory } from '../../../contract/people.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import { offsetOf, pageMeta } from '../../platform/paging.ts';
import { findUser, mayReadActivity } from '../../platform/users.ts';
import { toWhen } from '../../platform/when.ts';

/** One page of who changed what of a user, from the audit log, newest first; signing in is no change. */
export async function userHistory(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUserHistory>,
): Promise<OutputOf<typeof readUserHistory>> {
  const { reader } = ctx.means;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), 'FORBIDDEN');
  const found = reader
    .selectFrom('audit')
    .where('audit.entity', '=', 'users')
    .where('audit.entity_key', '=', String(user.id))
    .where('audit.action', 'not like', 'session.%');
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
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
    created_at: toWhen(row.created_at),
    fields: fieldsOf(row.old_value, row.new_value),
  }));
  const meta = pageMeta(ctx.url, input, Number(total));
  return { code: 'SUCCESS', history, meta, ...meta };
}

/** Should a secret ever get into the log, it ends here. */
const secret = /password|pin|token/i;

function fieldsOf(old: string | null, changed: string | null) {
  const before = parse(old);
  const after = parse(changed);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !secret.test(field))
    .map((field) => ({ field, old_value: before[field] ?? null, new_value: after[field] ?? null }));
}

const parse = (json: string | null): Record<string, unknown> =>
  json === null ? {} : (JSON.parse(json) as Record<string, unknown>); // written by `audit` from objects
