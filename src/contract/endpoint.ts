import type * as z from 'zod/mini';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** The users who may make a call; a permission stands for the users whose role has it. Policies of the server check single records. */
export type Audience = 'anyone' | 'signedIn' | Permission;

/**
 * Whether a call has an `Idempotency-Key` (a UUID): `always` for money (the server makes one for a client that
 * sends none, D-13; our own client always sends one), `optional` for every call that can also arrive through `POST
 * api/sync`, `none` for the rest.
 */
export type KeyRule = 'always' | 'optional' | 'none';

/**
 * Other accepted names of fields (D-14), each with the field's own name, which has precedence if both are sent: `{
 * title: 'subject' }`. A name with brackets takes the value as a list of one: `{ category_id: 'category_ids[]' }`.
 */
export type Aliases = Readonly<Record<string, string>>;

export interface Endpoint<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** The operation id in the OpenAPI document. */
  name: string;
  method: Method;
  /** From the host's root, parameters as `:id`, for example `/api/tickets/:id`. */
  path: string;
  /** Path parameters, then query (GET, DELETE) or body (POST), in one object. */
  input: Input;
  output: Output;
  audience: Audience;
  key: KeyRule;
  /** The body may be `multipart/form-data` as well as JSON. */
  multipart?: boolean;
  aliases?: Aliases;
}

/** Describes one call of the API; server and client take method, path and shapes from here. */
export function endpoint<const Name extends string, Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  call: Omit<Endpoint<Input, Output>, 'key' | 'name'> & { name: Name; key?: KeyRule },
): Endpoint<Input, Output> & { name: Name } {
  return { key: 'none', ...call };
}

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
