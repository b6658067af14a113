import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { readUser, type User } from '../../../contract/people.ts';
import { roleOf } from '../../../contract/permissions.ts';
import { call } from '../../api/call.ts';
import type { CallFailure } from '../../api/failure.ts';
import type { ServerForm } from '../../forms/use-server-form.ts';
import { isDefinite } from '../../sync/error-table.ts';
import { useRoleNames } from '../../text/statuses.ts';
import { VersionConflict } from '../../ui/version-conflict.tsx';
import { fieldsOf, type UserFields } from './user-form-fields.ts';
import { useFieldNames } from './user-words.tsx';

const names = ['name', 'email', 'username', 'role_id'] as const;
type Name = (typeof names)[number];

/** An edit that the server has refused: the saved user, and the fields that both admins have changed. */
interface Conflict {
  saved: User;
  typed: UserFields;
  fields: readonly Name[];
}

/** The user as this admin has last seen it, and the conflict of an edit with another admin's (OF-12). */
export function useUserConflict(user: User) {
  const seen = useRef(user);
  /** What was sent without an answer. */
  const lost = useRef<UserFields[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  return {
    conflict,
    /**
     * Returns the user as this admin has last seen it. After a lost answer the user is requested: what that attempt has
     * changed is no change of another admin. Throws `CallFailure`.
     */
    readSeen: async (): Promise<User> => {
      if (lost.current.length === 0) return seen.current;
      const now = (await call(readUser, { id: user.id })).user;
      const isOwn = (name: Name) => lost.current.some((sent) => textOf(sent, name) === textOf(fieldsOf(now), name));
      const own = Object.fromEntries(names.filter(isOwn).map((name) => [name, now[name]]));
      seen.current = { ...seen.current, ...own };
      return seen.current;
    },
    /** Takes the failure of an edit, or null after a saved one. */
    note: (failure: CallFailure | null, typed: UserFields) => {
      if (failure && !isDefinite(failure)) lost.current.push(typed);
      const current = failure?.code === 'CONFLICT' ? failure.details?.current : undefined;
      if (typeof current !== 'object' || current === null) return setConflict(null);
      const saved = { ...seen.current, ...current };
      return setConflict({ saved, typed, fields: changedByBoth(typed, seen.current, saved) });
    },
    /** Puts the saved values into the form: all of them, or those that this admin has not changed. */
    resolve: (whose: 'mine' | 'theirs', { form, submit }: ServerForm<UserFields>) => {
      if (!conflict) return;
      const [before, saved, now] = [fieldsOf(seen.current), fieldsOf(conflict.saved), form.getValues()];
      for (const name of names) if (whose === 'theirs' || now[name] === before[name]) form.setValue(name, saved[name]);
      seen.current = conflict.saved;
      setConflict(null);
      if (whose === 'mine') submit();
    },
  };
}

/** Returns a field as the server stores it. */
function textOf(fields: UserFields, name: Name): string {
  const text = fields[name].trim();
  return name === 'email' || name === 'username' ? text.toLowerCase() : text;
}

function changedByBoth(typed: UserFields, seen: User, saved: User): Name[] {
  const [before, now] = [fieldsOf(seen), fieldsOf(saved)];
  return names.filter(
    (name) => typed[name] !== before[name] && now[name] !== before[name] && typed[name] !== now[name],
  );
}

interface Props {
  conflict: Conflict;
  busy: boolean;
  onResolve: (whose: 'mine' | 'theirs') => void;
}

/** The values of the form beside those that another admin has saved meanwhile. */
export function UserConflict({ conflict: { typed, saved, fields }, busy, onResolve }: Props) {
  const { t } = useLingui();
  const labels = useFieldNames();
  const roles = useRoleNames();
  const wordsOf = (name: Name, values: UserFields): string =>
    name === 'role_id' ? roles[roleOf({ role_id: Number(values.role_id) })] : values[name] || t`No username`;
  return (
    <VersionConflict
      fields={fields.map((name) => ({
        label: labels[name],
        mine: wordsOf(name, typed),
        theirs: wordsOf(name, fieldsOf(saved)),
      }))}
      busy={busy}
      onKeepMine={() => onResolve('mine')}
      onTakeTheirs={() => onResolve('theirs')}
    />
  );
}
