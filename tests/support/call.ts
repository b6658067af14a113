import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { FilledWorld } from './filled-world.ts';
import type { Upload } from './uploads.ts';
import type { TestPerson, World } from './world.ts';

/** One request: path parameters, query, and a body or a form. */
export interface Call {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: object;
  form?: Record<string, string | Upload>;
}

/** A call that succeeds in a filled world: the endpoint's example. */
export interface Example {
  /** Made anew for each try, with what it uses up; `who` makes it. */
  call(filled: FilledWorld, who: TestPerson): Call | Promise<Call>;
  /**
   * Names a record of amina's. `owner`: it is hers alone; `admins`: admins have it too. For everybody else it must be
   * what `missing` is: a record nobody has.
   */
  owned?: { by: 'owner' | 'admins'; missing: Call };
  /** What admins get where customers alone may. */
  forAdmins?: number;
  /** Lists of the answer that hold nothing in a shop of this kind. */
  empty?: string[];
}

/** Sends an example's call with these headers; a key goes with it where the contract knows one. */
export async function send(
  { url }: Pick<World, 'url'>,
  endpoint: Endpoint,
  call: Call,
  headers: Record<string, string>,
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => String(call.path?.[name]));
  const query = call.query ? `?${new URLSearchParams(call.query).toString()}` : '';
  const key: Record<string, string> = endpoint.key === 'none' ? {} : { 'Idempotency-Key': randomUUID() };
  const json: Record<string, string> = call.body ? { 'Content-Type': 'application/json' } : {};
  return fetch(url + path + query, {
    method: endpoint.method,
    headers: { ...headers, ...key, ...json },
    body: call.form ? formOf(call.form) : call.body ? JSON.stringify(call.body) : null,
  });
}

function formOf(fields: NonNullable<Call['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value.bytes], { type: value.type }), value.name);
  }
  return form;
}
