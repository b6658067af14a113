import { Trans, useLingui } from '@lingui/react/macro';
import { passwordMin, roleIds } from '../../../contract/limits.ts';
import type { User } from '../../../contract/people.ts';
import type { ServerForm } from '../../forms/use-server-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { useRoleNames } from '../../text/statuses.ts';
import { PasswordField, SelectField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OpeningFields } from './opening-fields.tsx';
import type { UserFields } from './user-form-fields.ts';
import { isPinRefused, register, type TextName } from './user-form-parts.ts';
import { rolesToGive } from './user-rules.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  /** The id of the form, for the button that submits it. */
  id: string;
  userForm: ServerForm<UserFields>;
  /** The user that is edited; without it the form creates one. */
  user?: User;
  /** The form is being sent, or the outcome is not known: its fields cannot be changed. */
  isFixed?: boolean;
  /** When the PIN can be used again after too many wrong attempts, in ms. */
  lockedUntil?: number | null;
}

/** The form of a user, in the popup and on the pages that create and edit users (S2F-06, S2B-14, S2B-16). */
export function UserForm({ id, userForm, user, isFixed = false, lockedUntil = null }: Props) {
  const { t } = useLingui();
  const { form, errorOf, problem, submit } = userForm;
  const me = currentDatabase().userId;
  const field = (name: TextName) => ({ ...register(form, name), error: errorOf(name) });
  return (
    <chakra.form id={id} noValidate onSubmit={submit}>
      <chakra.fieldset disabled={isFixed} display="flex" flexDirection="column" gap="4" minW="0">
        {problem && !isPinRefused(userForm) ? <Notice tone="error">{problem}</Notice> : null}
        <TextField label={t`Name`} required autoComplete="off" {...field('name')} />
        <TextField label={t`E-mail`} required type="email" dir="ltr" autoComplete="off" {...field('email')} />
        <TextField
          label={t`Username (optional)`}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t`3 to 30 characters: a to z, digits, dot, hyphen, underscore.`}
          {...field('username')}
        />
        <PasswordField
          label={user ? t`New password (optional)` : t`Password`}
          required={!user}
          autoComplete="new-password"
          hint={user ? t`Leave it empty to keep the password.` : t`At least ${passwordMin} characters.`}
          {...field('password')}
        />
        {user?.id === me ? <OwnPassword {...field('current_password')} /> : null}
        <RoleField {...{ me, user }} {...field('role_id')} />
        {user ? null : <OpeningFields userForm={userForm} lockedUntil={lockedUntil} />}
      </chakra.fieldset>
    </chakra.form>
  );
}

type Registered = ReturnType<typeof register> & { error: string | undefined };

/** The password of the own account, which a new address or password needs (D-7). */
function OwnPassword(props: Registered) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={t`Your current password`}
      autoComplete="current-password"
      hint={<Trans>Only needed for a new e-mail address or password.</Trans>}
      {...props}
    />
  );
}

/** The choice of the role, among those that this admin may give. */
function RoleField({ me, user, ...rest }: Registered & { me: number; user: User | undefined }) {
  const { t } = useLingui();
  const names = useRoleNames();
  const given = rolesToGive(me, user);
  if (given.length === 0) return null;
  return (
    <SelectField
      label={t`Role`}
      choices={given.map((role) => ({ value: String(roleIds[role]), label: names[role] }))}
      {...rest}
    />
  );
}
