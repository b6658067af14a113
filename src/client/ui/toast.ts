import { createSignal } from '../base/signal.ts';

export interface Toast {
  id: number;
  /** The subject, for example `offline`; a newer toast of the same kind replaces it. The title by default. */
  kind: string;
  tone: 'success' | 'info' | 'warning' | 'error';
  title: string;
  description?: string | undefined;
  /** One button, for example Undo. */
  action?: { label: string; onSelect: () => void } | undefined;
}

/** Milliseconds after which the oldest toast is dismissed. */
const dismissEveryMs = 5_000;

/** Maximum number of toasts on the screen. */
const toastsMax = 6;

let toasts: readonly Toast[] = [];
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let isPaused = false;
const changes = createSignal();

/** Shows a toast for some seconds, one of each kind; with more than six the oldest is dismissed at once (S4-21). */
export function toast(message: Omit<Toast, 'id' | 'kind'> & { kind?: string }): void {
  lastId += 1;
  const { kind = message.title } = message;
  const others = toasts.filter((one) => one.kind !== kind);
  set([...others, { ...message, kind, id: lastId }].slice(-toastsMax));
}

/** Dismisses the toast of a kind, whose message is no longer true. */
export function dismissToasts(kind: string): void {
  if (toasts.some((one) => one.kind === kind)) set(toasts.filter((one) => one.kind !== kind));
}

export function dismissToast(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

/** Pauses the dismissals while the pointer or the focus is on a toast, or resumes them. */
export function pauseToasts(paused: boolean): void {
  isPaused = paused;
  restartTimer();
}

/** Returns the toasts on the screen, oldest first; the same array until one changes. */
export const currentToasts = (): readonly Toast[] => toasts;

export const onToasts = (listener: () => void): (() => void) => changes.subscribe(listener);

function set(next: readonly Toast[]) {
  const isFirst = toasts.length === 0;
  toasts = next;
  if (isFirst || next.length === 0) restartTimer();
  changes.emit();
}

/** Dismisses the oldest toast every five seconds, unless paused. */
function restartTimer() {
  clearTimeout(timer);
  if (isPaused || toasts.length === 0) return;
  timer = setTimeout(() => {
    set(toasts.slice(1));
    restartTimer();
  }, dismissEveryMs);
}
