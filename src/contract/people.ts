import * as z from 'zod/mini';
import { Done, historyPage, nestedPage, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import {
  Email,
  Flag,
  Id,
  ListInQuery,
  Money,
  Name,
  NewPassword,
  pages,
  paging,
  Pin,
  PlainAmount,
  When,
} from './fields.ts';
import { historyPageSize, pageSizeDefault, passwordMax, roleIds } from './limits.ts';

export const roles = ['user', 'admin'] as const;
export const RoleName = z.enum(roles);
export type RoleName = z.infer<typeof RoleName>;

/** A person as the person and the admins see them (specification, chapter 3). Never holds a password or a PIN. */
export const User = z.object({
  id: z.number(),
  name: z.string(),
  fullname: z.string(),
  email: z.string(),
  username: z.nullable(z.string()),
  role: RoleName,
  role_id: z.number(),
  is_active: z.boolean(),
  balance: Money,
  order_count: z.number(),
  login_times: z.number(),
  last_login_at: z.nullable(When),
  last_action_at: z.nullable(When),
  created_at: When,
  updated_at: When,
});
export type User = z.infer<typeof User>;

/** The light directory entry admins keep on their devices (D-12). */
export const Person = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: RoleName,
  is_active: z.boolean(),
});
export type Person = z.infer<typeof Person>;

export const Role = z.object({ id: z.number(), name: RoleName, label: z.string() });

export const listRoles = endpoint({
  name: 'listRoles',
  method: 'GET',
  path: '/api/roles',
  audience: 'admin',
  input: z.object({}),
  output: success({ roles: z.array(Role) }),
});

export const listUsersByRoles = endpoint({
  name: 'listUsersByRoles',
  method: 'GET',
  path: '/api/users/by-roles',
  audience: 'admin',
  input: z.object({ roles: z._default(ListInQuery, ['user']) }),
  output: success({ users: z.array(Person) }),
});

/** `all=true` answers every user in one page; search finds id, name, username and e-mail (C-41). */
export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/users',
  audience: 'admin',
  input: z.object({ ...paging(pageSizeDefault), all: z.optional(z.string()) }),
  output: nestedPage(User),
});

/** Three to thirty letters, digits, dots, hyphens or underscores; kept in lower case. Refuses with `required`, `invalid`. */
export const Username = z
  .string({ error: 'required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'required' }),
    z.regex(/^[a-z0-9][a-z0-9._-]{2,29}$/, { error: 'invalid' }),
  );

const RoleId = z.pipe(Id, z.literal([roleIds.user, roleIds.admin], { error: 'invalid' }));

/** 0, but not minus zero. */
const Nothing = z.literal(0).check(z.refine((value) => Object.is(value, 0)));

/** Only root makes admins (S6-15). A balance other than 0 needs the acting admin's PIN and is a ledger row (D-9). */
export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/api/users',
  audience: 'admin',
  key: 'always',
  input: z.object({
    name: Name,
    email: Email,
    username: z.nullish(Username),
    password: NewPassword,
    role_id: z._default(RoleId, roleIds.user),
    balance: z._default(z.union([Nothing, PlainAmount], { error: 'invalid' }), 0),
    is_active: z._default(Flag, true),
    pin: z.optional(Pin),
  }),
  output: success({ user: User }),
});

export const readUser = endpoint({
  name: 'readUser',
  method: 'GET',
  path: '/api/users/:id',
  audience: 'admin',
  input: z.object({ id: Id }),
  output: success({ user: User }),
});

/**
 * Fields that are missing stay as they are, and so does an empty password (S5-09). A `balance` is refused (D-9). A new
 * address or password of one's own needs `current_password`: an open session alone must not lead to the PIN (D-7).
 */
export const updateUser = endpoint({
  name: 'updateUser',
  method: 'POST',
  path: '/api/users/:id',
  audience: 'admin',
  input: z.object({
    id: Id,
    name: z.optional(Name),
    email: z.optional(Email),
    username: z.nullish(Username),
    password: z.optional(z.union([z.literal(''), NewPassword])),
    role_id: z.optional(RoleId),
    current_password: z.optional(z.string({ error: 'invalid' }).check(z.maxLength(passwordMax, { error: 'invalid' }))),
    balance: z.optional(z.never({ error: 'invalid' })),
  }),
  output: success({ user: User }),
});

/** Deactivates and anonymises; refused with CONFLICT while there is a balance or an open order (C-11). */
export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/users/:id',
  audience: 'admin',
  input: z.object({ id: Id }),
  output: Done,
});

export const setUserActive = endpoint({
  name: 'setUserActive',
  method: 'POST',
  path: '/api/users/:id/active',
  audience: 'admin',
  input: z.object({ id: Id, is_active: Flag }),
  output: success({ user: User }),
});

/** Sessions and actions of one calendar day in the site's time zone. */
export const SessionDay = z.object({
  /** `2026-11-20` */
  day: z.string(),
  sessions: z.number(),
  actions: z.number(),
  first_action_at: z.nullable(When),
  last_action_at: z.nullable(When),
});

export const listUserSessions = endpoint({
  name: 'listUserSessions',
  method: 'GET',
  path: '/api/users/:id/sessions',
  audience: 'admin',
  input: z.object({ id: Id }),
  output: success({ login_times: z.number(), last_login_at: z.nullable(When), days: z.array(SessionDay) }),
});

export const readUserSessionDay = endpoint({
  name: 'readUserSessionDay',
  method: 'GET',
  path: '/api/users/:id/sessions/:day',
  audience: 'admin',
  input: z.object({ id: Id, day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'invalid' })) }),
  output: success({
    day: SessionDay,
    sessions: z.array(
      z.object({ id: z.number(), user_agent: z.nullable(z.string()), created_at: When, used_at: When }),
    ),
  }),
});

/** One change of a record: who, when, and each field's old and new value; never a password or a PIN. */
export const HistoryEntry = z.object({
  id: z.number(),
  action: z.string(),
  action_by: z.nullable(z.string()),
  created_at: When,
  fields: z.array(z.object({ field: z.string(), old_value: z.unknown(), new_value: z.unknown() })),
});

/** One page of the changes of a user, the newest first. */
export const readUserHistory = endpoint({
  name: 'readUserHistory',
  method: 'GET',
  path: '/api/users/:id/history',
  audience: 'admin',
  input: z.object({ id: Id, ...pages(historyPageSize) }),
  output: historyPage(HistoryEntry),
});
