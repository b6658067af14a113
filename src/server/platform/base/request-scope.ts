import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the running code belongs to. */
export interface RequestScope {
  requestId: string;
  /** Set once the session is known. */
  userId?: number;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs `next`, and everything it starts, in the scope of a request. */
export const runFor = (scope: RequestScope, next: () => void): void => scopes.run(scope, next);

/** The request that the running code belongs to; undefined outside of requests. */
export const currentRequest = (): RequestScope | undefined => scopes.getStore();
