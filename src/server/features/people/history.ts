import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { readUserHistory } from '../../../contract/people.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { SignedIn } from '../../platform/context.ts';
import { pageMeta } from '../../platform/base/paging.ts';
import { fieldsOf, readChanges } from '../../shared/history.ts';
import { findUser, mayReadActivity } from '../../shared/users.ts';

/** Names of fields that are never returned; the audit log should not contain them anyway. */
const secretFieldNames = /password|pin|token/i;

/** One page of the changes to a user and their authors, from the audit log, newest first; sign-ins are left out. */
export async function userHistory(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readUserHistory>,
): Promise<OutputOf<typeof readUserHistory>> {
  const { reader } = ctx.services;
  const user = allow(await findUser(reader, input.id), mayReadActivity(ctx.person), { otherwise: 'FORBIDDEN' });
  const { changes, total } = await readChanges(reader, { entity: 'users', key: user.id, except: 'session.' }, input);
  const history = changes.map(({ before, after, ...change }) => ({
    ...change,
    fields: fieldsOf({ before, after }, (field) => !secretFieldNames.test(field)),
  }));
  const meta = pageMeta(ctx.url, input, total);
  return { code: 'SUCCESS', history, meta, ...meta };
}
