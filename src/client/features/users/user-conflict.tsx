import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { User } from '../../../contract/people.ts';
import { roleOf } from '../../../contract/permissions.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import type { ServerForm } from '../../forms/use-server-form.ts';
import { useRoleNames } from '../../text/statuses.ts';
import { VersionConflict } from '../../ui/version-conflict.tsx';
import { createUserSaving } from './save-user.ts';
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

/** Saves the edits of a user, and shows the conflict of an edit with another admin's (OF-12). */
export function useUserConflict(user: User) {
  const [saving] = useState(() => createUserSaving(user));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  return {
    conflict,
    /** Saves the fields; returns the failure, or null when the server has them. */
    save: async (typed: UserFields): Promise<CallFailure | null> => {
      const failure = await saving.save(typed).then(() => null, asFailure);
      const current = failure?.code === 'CONFLICT' ? failure.details?.current : undefined;
      const saved = typeof current === 'object' && current !== null ? { ...saving.seen(), ...current } : null;
      setConflict(saved && { saved, typed, fields: changedByBoth(typed, saving.seen(), saved) });
      return failure;
    },
    /** Puts the saved values into the form: all of them, or those that this admin has not changed. */
    resolve: (whose: 'mine' | 'theirs', { form, submit }: ServerForm<UserFields>) => {
      if (!conflict) return;
      const [before, saved, now] = [fieldsOf(saving.seen()), fieldsOf(conflict.saved), form.getValues()];
      for (const name of names) if (whose === 'theirs' || now[name] === before[name]) form.setValue(name, saved[name]);
      saving.see(conflict.saved);
      setConflict(null);
      if (whose === 'mine') submit();
    },
  };
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
