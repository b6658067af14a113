import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { ListInQuery, Money, When } from './fields.ts';

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
