/** A list of listeners that are called with each value. */
export interface Signal<Value> {
  /** Adds a listener and returns the function that removes it. */
  subscribe(listener: (value: Value) => void): () => void;
  emit(value: Value): void;
  hasListeners(): boolean;
}

/** Creates a signal without listeners. */
export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(value) {
      for (const listener of listeners) listener(value);
    },
    hasListeners: () => listeners.size > 0,
  };
}
