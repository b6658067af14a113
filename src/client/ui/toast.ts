export interface Toast {
  id: number;
  tone: 'success' | 'info' | 'warning' | 'error';
  title: string;
  description?: string | undefined;
  /** One thing to do about it. */
  action?: { label: string; onSelect: () => void } | undefined;
}

/** Ms between two messages leaving the screen, and how many are kept (specification, chapter 9). */
export const alertPace = { interval: 5_000, kept: 6 };

let toasts: readonly Toast[] = [];
let last = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let isHeld = false;
const listeners = new Set<() => void>();

/** Shows a message for a while; of more than six the oldest leaves at once (S4-21). */
export function toast(message: Omit<Toast, 'id'>): void {
  last += 1;
  set([...toasts, { ...message, id: last }].slice(-alertPace.kept));
}

export function dismissToast(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

/** Stops the clock while somebody reads or points at a message. */
export function holdToasts(hold: boolean): void {
  isHeld = hold;
  wind();
}

/** The messages on screen, oldest first; the same array until something changes. */
export const currentToasts = (): readonly Toast[] => toasts;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Toast[]) {
  const isFirst = toasts.length === 0;
  toasts = next;
  if (isFirst || next.length === 0) wind();
  for (const listener of listeners) listener();
}

/** One message leaves every five seconds, the oldest first. */
function wind() {
  clearTimeout(timer);
  if (isHeld || toasts.length === 0) return;
  timer = setTimeout(() => {
    set(toasts.slice(1));
    wind();
  }, alertPace.interval);
}
