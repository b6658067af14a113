import * as z from 'zod/mini';
import { Done, historyPage, nestedPage, PageMeta, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { EmailAddress, Flag, Id, IsoTime, Money, Name, NewPassword, Pin, PlainAmount } from './fields.ts';
import { ListInQuery, pages, cursorPaging, sorting } from './query-fields.ts';
import { historyPageSize, pageSizeDefault, passwordMax, roleIds, userIdsMax } from './limits.ts';
import { roles } from './permissions.ts';
import { userSorts } from './sorts.ts';

export const RoleName = z.enum(roles);
export type RoleName = z.infer<typeof RoleName>;

/** A user, as shown to that user and to the admins (S3-01). Never contains a password or a PIN. */
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
  last_login_at: z.nullable(IsoTime),
  last_action_at: z.nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type User = z.infer<typeof User>;

/** The short entry of a user that admins store on their devices (D-12). */
export const DirectoryUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: RoleName,
  is_active: z.boolean(),
});
export type DirectoryUser = z.infer<typeof DirectoryUser>;

export const Role = z.object({ id: z.number(), name: RoleName, label: z.string() });

export const listRoles = endpoint({
  name: 'listRoles',
  method: 'GET',
  path: '/api/roles',
  audience: 'people',
  input: z.object({}),
  output: success({ roles: z.array(Role) }),
});

export const listUsersByRoles = endpoint({
  name: 'listUsersByRoles',
  method: 'GET',
  path: '/api/users/by-roles',
  audience: 'people',
  input: z.object({ roles: z._default(ListInQuery, ['user']), ...pages(pageSizeDefault) }),
  output: success({ users: z.array(DirectoryUser), ...PageMeta.shape }),
});

const IdInQuery = z.string().check(z.regex(/^[1-9]\d{0,14}$/, { error: 'invalid' }));

/** The users with these ids, for records whose users a device does not store; deleted and unknown ones are left out. */
export const listUsersByIds = endpoint({
  name: 'listUsersByIds',
  method: 'GET',
  path: '/api/users/by-ids',
  audience: 'people',
  input: z.object({
    ids: z.pipe(ListInQuery, z.array(IdInQuery).check(z.maxLength(userIdsMax, { error: `max:${userIdsMax}` }))),
  }),
  output: success({ users: z.array(DirectoryUser) }),
});

/** `all=true` returns all users in one page; search finds id, name, username and e-mail (C-41). */
export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/users',
  audience: 'people',
  input: z.object({ ...cursorPaging(pageSizeDefault), all: z.optional(z.string()), ...sorting(userSorts) }),
  output: nestedPage(User),
});

/**
 * A login name of 3 to 30 characters (a–z, 0–9, dot, hyphen, underscore), stored in lower case. Refuses with
 * `required`, `invalid`.
 */
const Username = z
  .string({ error: 'required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'required' }),
    z.regex(/^[a-z0-9][a-z0-9._-]{2,29}$/, { error: 'invalid' }),
  );

const RoleId = z.pipe(Id, z.literal(Object.values(roleIds), { error: 'invalid' }));

/** 0, without minus zero. */
const Zero = z.literal(0).check(z.refine((value) => Object.is(value, 0)));

/** Only root creates admins (S6-15). A balance other than 0 needs the acting admin's PIN and is a ledger row (D-9). */
export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/api/users',
  audience: 'people',
  key: 'always',
  input: z.object({
    name: Name,
    email: EmailAddress,
    username: z.nullish(Username),
    password: NewPassword,
    role_id: z._default(RoleId, roleIds.user),
    balance: z._default(z.union([Zero, PlainAmount], { error: 'invalid' }), 0),
    is_active: z._default(Flag, true),
    pin: z.optional(Pin),
  }),
  output: success({ user: User }),
});

export const readUser = endpoint({
  name: 'readUser',
  method: 'GET',
  path: '/api/users/:id',
  audience: 'people',
  input: z.object({ id: Id }),
  output: success({ user: User }),
});

/**
 * Missing fields and an empty password leave the value unchanged (S5-09). A `balance` is refused (D-9). A new address
 * or password of the acting user's own account needs `current_password`, so that an open session alone does not allow
 * setting a PIN (D-7). `from` has the values that the admin saw: refuses with CONFLICT, `details.current`, `by` and `at`
 * when another admin has changed one of the fields that this call changes.
 */
export const updateUser = endpoint({
  name: 'updateUser',
  method: 'POST',
  path: '/api/users/:id',
  audience: 'people',
  key: 'optional',
  input: z.object({
    id: Id,
    name: z.optional(Name),
    email: z.optional(EmailAddress),
    username: z.nullish(Username),
    password: z.optional(z.union([z.literal(''), NewPassword])),
    role_id: z.optional(RoleId),
    current_password: z.optional(z.string({ error: 'invalid' }).check(z.maxLength(passwordMax, { error: 'invalid' }))),
    balance: z.optional(z.never({ error: 'invalid' })),
    from: z.optional(
      z.object({
        name: z.optional(z.string()),
        email: z.optional(z.string()),
        username: z.nullish(z.string()),
        role_id: z.optional(z.number()),
      }),
    ),
  }),
  output: success({ user: User }),
});

/** Deactivates and anonymises a user. Refuses with CONFLICT while there is a balance or an open order (C-11). */
export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/users/:id',
  audience: 'people',
  input: z.object({ id: Id }),
  output: Done,
});

export const setUserActive = endpoint({
  name: 'setUserActive',
  method: 'POST',
  path: '/api/users/:id/active',
  audience: 'people',
  input: z.object({ id: Id, is_active: Flag }),
  output: success({ user: User }),
});

/** Sessions and actions of one calendar day in the site's time zone. */
export const SessionDay = z.object({
  /** `2026-11-20` */
  day: z.string(),
  sessions: z.number(),
  actions: z.number(),
  first_action_at: z.nullable(IsoTime),
  last_action_at: z.nullable(IsoTime),
});

export const listUserSessions = endpoint({
  name: 'listUserSessions',
  method: 'GET',
  path: '/api/users/:id/sessions',
  audience: 'people',
  input: z.object({ id: Id }),
  output: success({ login_times: z.number(), last_login_at: z.nullable(IsoTime), days: z.array(SessionDay) }),
});

export const readUserSessionDay = endpoint({
  name: 'readUserSessionDay',
  method: 'GET',
  path: '/api/users/:id/sessions/:day',
  audience: 'people',
  input: z.object({ id: Id, day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'invalid' })) }),
  output: success({
    day: SessionDay,
    sessions: z.array(
      z.object({ id: z.number(), user_agent: z.nullable(z.string()), created_at: IsoTime, used_at: IsoTime }),
    ),
  }),
});

/** One change of a record: author, moment, and each field's old and new value; never a password or a PIN. */
export const HistoryEntry = z.object({
  id: z.number(),
  action: z.string(),
  action_by: z.nullable(z.string()),
  created_at: IsoTime,
  fields: z.array(z.object({ field: z.string(), old_value: z.unknown(), new_value: z.unknown() })),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** One page of the changes of a user, the newest first. */
export const readUserHistory = endpoint({
  name: 'readUserHistory',
  method: 'GET',
  path: '/api/users/:id/history',
  audience: 'people',
  input: z.object({ id: Id, ...pages(historyPageSize) }),
  output: historyPage(HistoryEntry),
});
