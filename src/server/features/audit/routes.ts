import { listAudit } from '../../../contract/audit.ts';
import type { Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds, rootAdminId } from '../../../contract/limits.ts';
import { endOfRange, startOfRange } from '../../platform/base/calendar.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { route } from '../../platform/http/route.ts';
import { readAuditLog } from '../../shared/audit-log.ts';

export const routes = [route(listAudit, auditPage)];

/** One page of the audit log. Only root sees rows about the accounts, balances and sessions of other admins (D-20). */
async function auditPage(
  ctx: SignedIn,
  { user, entity, key, action, from, to, ...page }: ParsedInputOf<typeof listAudit>,
): Promise<OutputOf<typeof listAudit>> {
  const { reader, settings } = ctx.services;
  const filter = {
    users: user?.map(idOf),
    entities: entity,
    key,
    actions: action,
    from: from ? startOfRange(from, settings.timeZone) : undefined,
    to: to ? endOfRange(to, settings.timeZone) : undefined,
    hiddenUsers: ctx.person.id === rootAdminId ? [] : await otherAdmins(reader, ctx.person.id),
  };
  return { code: 'SUCCESS', ...(await readAuditLog(reader, filter, page)) };
}

/** Parses an id. An invalid one becomes 0, which no user has, so that it matches nothing. */
const idOf = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** Returns the ids of the admins other than the one who asks, deactivated and deleted ones included. */
async function otherAdmins(db: Kysely<Database>, me: number): Promise<number[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', roleIds.admin)
    .where('id', '!=', me)
    .execute();
  return admins.map(({ id }) => id);
}
