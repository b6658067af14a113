import type { Method } from '../../contract/endpoint.ts';

/** Where and how a call goes, as the contract's endpoints say it. */
export interface Address {
  method: Method;
  /** Parameters as `:id`. */
  path: string;
}

export interface OutgoingRequest {
  method: Method;
  /** Path and query on this host. */
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Puts path parameters into the path, and the rest into the query (GET, DELETE) or the JSON body (POST). */
export function buildRequest(
  address: Address,
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
  const json = { ...accept, 'content-type': 'application/json' };
  return { method: 'POST', url: path, headers: json, body: JSON.stringify(rest) };
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
