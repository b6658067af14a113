/** Notifies the open event streams of this process of new rows in a scope. */
export interface Notifier {
  notify(scopes: Iterable<string>): void;
  /** Calls `listener` after a notification of any of the scopes, until the returned function is called. */
  subscribe(scopes: readonly string[], listener: () => void): () => void;
}

/** Creates the notifier of this process; a listener is called once for a notification of several of its scopes. */
export function createNotifier(): Notifier {
  const listeners = new Map<string, Set<() => void>>();
  return {
    notify(scopes) {
      const due = new Set<() => void>();
      for (const scope of scopes) for (const listener of listeners.get(scope) ?? []) due.add(listener);
      for (const listener of due) listener();
    },
    subscribe(scopes, listener) {
      for (const scope of scopes) {
        const existing = listeners.get(scope) ?? new Set();
        listeners.set(scope, existing.add(listener));
      }
      return () => {
        for (const scope of scopes) {
          listeners.get(scope)?.delete(listener);
          if (listeners.get(scope)?.size === 0) listeners.delete(scope);
        }
      };
    },
  };
}
