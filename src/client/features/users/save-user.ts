import { updateUser, type User } from '../../../contract/people.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { asFailure, CallFailure } from '../../api/failure.ts';
import { decideAttempt } from '../../forms/lost-attempt.ts';
import { isDefinite } from '../../sync/error-table.ts';
import { EditedUser, type UserFields } from './user-form-fields.ts';

type Edit = InputOf<typeof updateUser>;

/**
 * Saves the edits of one form. After a lost answer the same fields are sent again with their key, and other fields only
 * when that attempt is decided: what it has changed is no change of another admin then. Users have no revision: an edit
 * has the values that this admin saw (`from`) instead.
 */
export function createUserSaving(user: User) {
  let seen = user;
  /** The password that a lost attempt has set. */
  let password: string | undefined;
  let lost: { text: string; key: string; edit: Edit } | null = null;

  const decideLost = async (attempt: NonNullable<typeof lost>): Promise<void> => {
    const isApplied = (await decideAttempt(attempt)) !== null;
    lost = null;
    if (!isApplied) return;
    const { from: _from, current_password: _current, password: set, ...changed } = attempt.edit;
    seen = { ...seen, ...changed } as User; // the contract's schema has checked the values
    password = set ?? password;
  };

  return {
    /** The version of the user that the edits are based on. */
    base: (): User => seen,
    /** Makes the version that another admin saved the base, after it was shown. */
    rebase: (saved: User): void => void (seen = saved),
    /** Throws `CallFailure`. */
    save: async (fields: UserFields): Promise<void> => {
      const text = JSON.stringify(fields);
      if (lost && lost.text !== text) await decideLost(lost);
      lost ??= { text, key: uuidv7(), edit: editOf(fields, { seen, password }) };
      const answer = await call(updateUser, lost.edit, { key: lost.key }).catch(asFailure);
      if (!(answer instanceof CallFailure) || isDefinite(answer)) lost = null;
      if (answer instanceof CallFailure) throw answer;
    },
  };
}

/**
 * Returns the fields that differ from those that the admin saw, with what they were: those of another admin's later edit
 * stay. A password that an attempt before has set is the current one by now.
 */
function editOf(fields: UserFields, { seen, password: set }: { seen: User; password: string | undefined }): Edit {
  const { name, email, username, role_id, password, current_password } = EditedUser.parse(fields);
  const typed = Object.entries({ name, email, username, role_id });
  const changed = typed.filter(([key, value]) => value !== seen[key as keyof User]);
  return {
    id: seen.id,
    ...Object.fromEntries(changed),
    ...(password && password !== set && { password }),
    ...(current_password && { current_password: set ?? current_password }),
    ...(changed.length > 0 && { from: Object.fromEntries(changed.map(([key]) => [key, seen[key as keyof User]])) }),
  };
}
