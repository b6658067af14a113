import * as z from 'zod/mini';
import type { InputOf } from '../../../contract/endpoint.ts';
import { roleIds } from '../../../contract/limits.ts';
import { createUser, updateUser, type User } from '../../../contract/people.ts';
import { readAmount } from '../../forms/use-money-form.ts';

/** The fields of the form, as typed. */
export interface UserFields {
  name: string;
  email: string;
  username: string;
  password: string;
  role_id: string;
  /** Only for a new user: the opening balance, and the PIN that it needs. */
  balance: string;
  pin: string;
  is_active: boolean;
  /** Only for the own account. */
  current_password: string;
}

const nullIfBlank = z.transform((typed: unknown) => (typeof typed === 'string' && typed.trim() === '' ? null : typed));
const missingIfBlank = z.transform((typed: unknown) => (typed === '' ? undefined : typed));
/**
 * A blank field and a zero are no opening balance; any other text that is no amount becomes NaN, which is refused. The
 * result is never undefined: only the type of the optional field of the call has it.
 */
const zeroIfBlank = z.transform((typed: unknown): number | undefined => {
  const text = String(typed).trim();
  return text === '' || /^0+(?:[.,]0{1,2})?$/.test(text) ? 0 : (readAmount(text) ?? Number.NaN);
});

const created = createUser.input.shape;

/** A new user: the contract's rules, with blank optional fields, and the PIN for an opening balance (D-9). */
export const NewUser = z
  .object({
    name: created.name,
    email: created.email,
    username: z.pipe(nullIfBlank, created.username),
    password: created.password,
    role_id: created.role_id,
    balance: z.pipe(zeroIfBlank, created.balance),
    is_active: created.is_active,
    pin: z.pipe(missingIfBlank, created.pin),
  })
  .check(
    z.refine(({ balance, pin }) => !(Number(balance) > 0) || Boolean(pin), {
      error: 'required',
      path: ['pin'],
      // Checked even when other fields have mistakes, so that all messages appear at once.
      when: () => true,
    }),
  );

const edited = updateUser.input.shape;

/** An edited user: the contract's rules; a blank user name removes it, an empty password changes nothing (S5-09). */
export const EditedUser = z.object({
  name: edited.name,
  email: edited.email,
  username: z.pipe(nullIfBlank, edited.username),
  password: edited.password,
  role_id: edited.role_id,
  current_password: z.pipe(missingIfBlank, edited.current_password),
});

/** Returns the call's input for checked fields; an admin has no opening balance. */
export function newUserOf(fields: UserFields): InputOf<typeof createUser> {
  const { balance, pin, ...user } = NewUser.parse(fields);
  const isCustomer = user.role_id === roleIds.user;
  return { ...user, balance: isCustomer ? balance : 0, ...(isCustomer && balance > 0 && { pin }) };
}

/** The form of a new user, which is a customer unless root chooses otherwise. */
export const emptyFields: UserFields = {
  name: '',
  email: '',
  username: '',
  password: '',
  role_id: String(roleIds.user),
  balance: '',
  pin: '',
  is_active: true,
  current_password: '',
};

/** Returns the fields of an existing user. */
export const fieldsOf = ({ name, email, username, role_id, is_active }: User): UserFields => ({
  ...emptyFields,
  name,
  email,
  username: username ?? '',
  role_id: String(role_id),
  is_active,
});
