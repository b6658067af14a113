import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
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

/** An edit that the server has refused: both versions, and the fields that the other admin has changed. */
interface Conflict {
  typed: UserFields;
  saved: UserFields;
  fields: readonly Name[];
}

/** Saves the edits of a user, and shows the conflict of an edit with another admin's (OF-12). */
export function useUserConflict(user: User) {
  const [saving] = useState(() => createUserSaving(user));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  return {
    conflict,
    /**
     * Saves the fields; returns the failure, or null when the server has them. After a conflict, fields that the
     * user has not changed have the other admin's values.
     */
    save: async (typed: UserFields, form: UseFormReturn<UserFields>): Promise<CallFailure | null> => {
      const failure = await saving.save(typed).then(() => null, asFailure);
      const current = failure?.code === 'CONFLICT' ? failure.details?.current : undefined;
      if (typeof current !== 'object' || current === null) {
        setConflict(null);
        return failure;
      }
      const changed = { ...saving.base(), ...current };
      const [before, saved] = [fieldsOf(saving.base()), fieldsOf(changed)];
      const fields = names.filter((name) => before[name] !== saved[name] && typed[name] !== saved[name]);
      for (const name of fields) if (typed[name] === before[name]) form.setValue(name, saved[name]);
      saving.rebase(changed);
      setConflict({ typed, saved, fields });
      return failure;
    },
    /** Puts all saved values into the form. */
    takeTheirs: (form: UseFormReturn<UserFields>) => {
      for (const name of names) form.setValue(name, conflict!.saved[name]);
      setConflict(null);
    },
  };
}

interface Props {
  conflict: Conflict;
  userForm: ServerForm<UserFields>;
  onTakeTheirs: () => void;
}

/** The values of the form beside those that another admin has saved meanwhile. */
export function UserConflict({ conflict: { typed, saved, fields }, userForm, onTakeTheirs }: Props) {
  const { t } = useLingui();
  const { form, isBusy, submit } = userForm;
  const values = useWatch({ control: form.control });
  const labels = useFieldNames();
  const roles = useRoleNames();
  const textOf = (name: Name, version: UserFields): string =>
    name === 'role_id' ? roles[roleOf({ role_id: Number(version.role_id) })] : version[name] || t`No username`;
  return (
    <VersionConflict
      fields={fields.map((name) => ({
        label: labels[name],
        mine: textOf(name, typed),
        theirs: textOf(name, saved),
        chosen: values[name] === saved[name] ? 'theirs' : 'mine',
        onChoose: (whose) => form.setValue(name, (whose === 'mine' ? typed : saved)[name]),
      }))}
      busy={isBusy}
      onSave={() => submit()}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
