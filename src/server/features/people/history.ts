import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readUserHistory } from '../../../contract/people.ts';
import { allow } from '../../platform/allowed.ts';
import type { SignedIn } from '../../platform/context.ts';
import { findUser } from '../../platform/users.ts';
import { toWhen } from '../../platform/when.ts';

/** Newest changes that are told. */
const newest = 500;

/** Who changed what of a user, from the audit log, newest first; signing in is no change. */
export async function userHistory(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUserHistory>,
): Promise<OutputOf<typeof readUserHistory>> {
  const { reader } = ctx.means;
  const user = allow(await findUser(reader, input.id), () => true);
  const rows = await reader
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.id', 'audit.action', 'audit.old_value', 'audit.new_value', 'audit.created_at', 'users.name'])
    .where('audit.entity', '=', 'users')
    .where('audit.entity_key', '=', String(user.id))
    .where('audit.action', 'not like', 'session.%')
    .orderBy('audit.id', 'desc')
    .limit(newest)
    .execute();
  const history = rows.map((row) => ({
    id: row.id,
    action: row.action,
    action_by: row.name,
    created_at: toWhen(row.created_at),
    fields: fieldsOf(row.old_value, row.new_value),
  }));
  return { code: 'SUCCESS', history };
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
