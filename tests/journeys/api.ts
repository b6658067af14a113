import { randomUUID } from 'node:crypto';
import type { Account } from './sign-in.ts';

/** A signed-in client of the API that uses neither the network of the test nor a browser. */
export interface Api {
  get(path: string): Promise<Response>;
  /** Posts JSON with a new idempotency key; returns the body of the answer, or throws when it is a refusal. */
  post<Body>(path: string, fields: object): Promise<Body>;
}

/** Signs a user in at a server, and returns a client with that session. */
export async function apiOf(url: string, { email, password }: Account): Promise<Api> {
  const send = async <Body>(path: string, fields: object, headers: Record<string, string>): Promise<Body> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      body: JSON.stringify(fields),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const { data } = await send<{ data: { token: string } }>('/api/auth/login', { email, password }, {});
  const headers = { authorization: `Bearer ${data.token}` };
  return {
    get: (path) => fetch(url + path, { headers }),
    post: (path, fields) => send(path, fields, headers),
  };
}
