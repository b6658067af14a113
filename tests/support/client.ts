import { expect } from 'vitest';

export interface Answer {
  status: number;
  /** The parsed body; null when there was none, the text when it was not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
  headers: Headers;
}

type HeaderFields = Record<string, string>;

/** An HTTP client such as a phone or a browser. */
export interface TestClient {
  get(path: string, headers?: HeaderFields): Promise<Answer>;
  post(path: string, body?: unknown, headers?: HeaderFields): Promise<Answer>;
  delete(path: string, headers?: HeaderFields): Promise<Answer>;
}

/** A client that sends these headers with every call. */
export function clientOf(url: string, commonHeaders: () => Promise<HeaderFields>): TestClient {
  const send = async (method: string, path: string, body: unknown, headers: HeaderFields): Promise<Answer> => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers: new Headers({ ...(await commonHeaders()), ...json, ...headers } as HeaderFields),
      redirect: 'manual',
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: parseBody(await answer.text()), headers: answer.headers };
  };
  return {
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    post: (path, body, headers = {}) => send('POST', path, body, headers),
    delete: (path, headers = {}) => send('DELETE', path, undefined, headers),
  };
}

/** Checks that an answer is a refusal with this code and status. */
export function expectRefused(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
}

function parseBody(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
