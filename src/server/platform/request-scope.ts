import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the running code works for. */
export interface RequestScope {
  requestId: string;
  /** Known once the session was found. */
  userId?: number;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs `next`, and everything it starts, for a request. */
export const runFor = (scope: RequestScope, next: () => void): void => scopes.run(scope, next);

/** The request that the running code works for; undefined outside of any. */
export const currentRequest = (): RequestScope | undefined => scopes.getStore();
