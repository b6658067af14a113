import type { KeyRule, Method } from '../../contract/endpoint.ts';
import type { AnswerShape } from './answer.ts';

/** The method, path and answer of a call, as in the contract's endpoints. */
export interface EndpointAddress {
  method: Method;
  /** Parameters as `:id`. */
  path: string;
  key?: KeyRule;
  /** The body of a success. */
  output: AnswerShape;
}

export interface OutgoingRequest {
  method: Method;
  /** Path and query on this host. */
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

/**
 * Builds a request with path parameters in the path and the rest in the query (GET, DELETE) or the body (POST): JSON, or
 * a form when a value is a file.
 */
export function buildRequest(
  address: Omit<EndpointAddress, 'output'>,
  input: Record<string, unknown>,
  headers: Record<string, string>,
): OutgoingRequest {
  const rest = { ...input };
  const path = address.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const accept = { accept: 'application/json', ...headers };
  if (address.method !== 'POST') return { method: address.method, url: path + queryOf(rest), headers: accept };
  if (Object.values(rest).some((value) => value instanceof Blob)) {
    return { method: 'POST', url: path, headers: accept, body: formOf(rest) };
  }
  const json = { ...accept, 'content-type': 'application/json' };
  return { method: 'POST', url: path, headers: json, body: JSON.stringify(rest) };
}

/** Encodes flags as 1 and 0, lists as `name[]`, other structures as JSON text; omits missing values. */
function formOf(rest: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(rest)) {
    if (value instanceof Blob) form.append(name, value);
    else if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
      for (const one of value) form.append(`${name}[]`, textOf(one));
    } else if (value !== undefined && value !== null) form.append(name, textOf(value));
  }
  return form;
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`;
}

function queryOf(rest: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue;
    query.set(name, Array.isArray(value) ? value.join(',') : `${value as string | number | boolean}`);
  }
  const text = query.toString();
  return text && `?${text}`;
}
