/** Tells the open event streams of this process that a scope has something new. */
export interface Pokes {
  poke(scopes: Iterable<string>): void;
  /** Calls `listener` after a poke of any of the scopes, until the returned function is called. */
  subscribe(scopes: readonly string[], listener: () => void): () => void;
}

/** Makes the emitter of this process; a listener is called once for a poke of several of its scopes. */
export function createPokes(): Pokes {
  const listeners = new Map<string, Set<() => void>>();
  return {
    poke(scopes) {
      const due = new Set<() => void>();
      for (const scope of scopes) for (const listener of listeners.get(scope) ?? []) due.add(listener);
      for (const listener of due) listener();
    },
    subscribe(scopes, listener) {
      for (const scope of scopes) {
        const known = listeners.get(scope) ?? new Set();
        listeners.set(scope, known.add(listener));
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
