import { expect } from 'vitest';

export interface Answer {
  status: number;
  /** The parsed body; null when there was none, the text when it was not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
  headers: Headers;
}

type Sent = Record<string, string>;

/** One program that talks to the server over HTTP, as a phone or a browser would. */
export interface TestClient {
  get(path: string, headers?: Sent): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Sent): Promise<Answer>;
  delete(path: string, headers?: Sent): Promise<Answer>;
}

/** A client that sends these headers with every call. */
export function clientOf(url: string, always: () => Promise<Sent>): TestClient {
  const ask = async (method: string, path: string, body: unknown, headers: Sent): Promise<Answer> => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers: new Headers({ ...(await always()), ...json, ...headers } as Sent),
      redirect: 'manual',
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: read(await answer.text()), headers: answer.headers };
  };
  return {
    get: (path, headers = {}) => ask('GET', path, undefined, headers),
    post: (path, body, headers = {}) => ask('POST', path, body, headers),
    delete: (path, headers = {}) => ask('DELETE', path, undefined, headers),
  };
}

/** Checks that an answer is a refusal with this code and status. */
export function expectRefused(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
}

function read(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
