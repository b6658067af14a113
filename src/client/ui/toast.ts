export interface Toast {
  id: number;
  /** What it is about, for example `offline`; a newer message of the same kind takes its place. The title unless told. */
  kind: string;
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

/** Shows a message for a while, one of each kind; of more than six the oldest leaves at once (S4-21). */
export function toast(message: Omit<Toast, 'id' | 'kind'> & { kind?: string }): void {
  last += 1;
  const { kind = message.title } = message;
  const others = toasts.filter((one) => one.kind !== kind);
  set([...others, { ...message, kind, id: last }].slice(-alertPace.kept));
}

/** Takes the message of a kind away: it is no longer true. */
export function dismissToasts(kind: string): void {
  if (toasts.some((one) => one.kind === kind)) set(toasts.filter((one) => one.kind !== kind));
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
