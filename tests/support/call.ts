import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { FilledShop } from './filled-shop.ts';
import type { Upload } from './uploads.ts';
import type { TestUser, TestServer } from './test-server.ts';

/** One request: path parameters, query, and a body or a form. */
export interface Call {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: object;
  form?: Record<string, string | Upload>;
}

/** The example of an endpoint: a call that succeeds in a filled shop. */
export interface Example {
  /** Creates a call for `who` and the records that the call uses up; run again before each call. */
  call(filled: FilledShop, who: TestUser): Call | Promise<Call>;
  /**
   * Set if the call names a record of amina's. `owner`: only she may use it; `admins`: admins too. For all other users
   * the answer must equal the one to `missing`, the same call with a record that does not exist.
   */
  owned?: { by: 'owner' | 'admins'; missing: Call };
  /** The status of the answer to admins, if only customers may make the call. */
  forAdmins?: number;
  /** The status of the answer to agents, if customers and admins may make the call. */
  forAgents?: number;
  /** Set if only root may make the call: other admins are refused. */
  by?: 'root';
  /** The lists of the answer that are empty in a filled shop, by their paths. */
  emptyLists?: string[];
}

/** Sends an example's call with these headers, and with an idempotency key if the endpoint takes one. */
export async function send(
  { url }: Pick<TestServer, 'url'>,
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
