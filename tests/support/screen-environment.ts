import { configure, getConfig } from '@testing-library/dom';
import * as React from 'react';
import { afterAll } from 'vitest';
import { withoutIsolation } from '../../src/client/text/isolated.ts';
import { addStoragePauses } from './random-pauses.ts';

addStoragePauses();

const { getElementError } = getConfig();
configure({
  /** In ms; the default of one second is too short beside other work. */
  asyncUtilTimeout: 20_000,
  // While a wait tries again, its errors are thrown away, so they need not show the page; the one at its end does.
  getElementError: (message, container) =>
    isTryingAgain()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

/** Whether a wait runs its check: Testing Library leaves out the costly parts of some errors meanwhile. */
function isTryingAgain(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

// What the last test of a file started ends before the browser's objects are removed. Answers and databases are part of
// this process, so their steps are turns of its event loop; a step that comes later would find no window and fail the run.
// Timers that are due later are cleared, such as those of work that waits for an idle browser.
const { setTimeout: startTimer } = globalThis;
const timers = new Set<ReturnType<typeof setTimeout>>();
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...args);
  timers.add(timer);
  return timer;
}, startTimer);
afterAll(async () => {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => void startTimer(resolve));
  for (const timer of timers) clearTimeout(timer);
});

// React's development build captures a stack and creates a task for each element, up to 10,000 a second, for messages that
// name the owner of a component: an eighth of the CPU time. A count that is always above React's limit turns that off.
// Warnings are reported as before; `OWNER_STACKS=1` adds the owners to them.
const reactInternals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (process.env.OWNER_STACKS !== '1')
  Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

// Browser APIs that the components need and happy-dom lacks.
class NoResize {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoResize;

// happy-dom lays nothing out, and its own observer never reports: here, every element is on the screen.
globalThis.IntersectionObserver = class extends IntersectionObserver {
  readonly #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    super(report);
    this.#report = report;
  }
  override observe(target: Element): void {
    queueMicrotask(() => this.#report([{ isIntersecting: true, target } as IntersectionObserverEntry], this));
  }
};
/**
 * Inserts text as Chromium does. Without it `insertText` would use `setRangeText`, and happy-dom's sets `value` on the
 * element, which React takes for its own change: whether `onChange` is called then depends on the keys typed before.
 */
document.execCommand = (command, _ui, text = '') => {
  const field = document.activeElement;
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (command !== 'insertText' || !isField) return false;
  const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const next = field.value.slice(0, from) + text + field.value.slice(to);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, next);
  field.setSelectionRange(from + text.length, from + text.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  field.value = field.value; // oxlint-disable-line no-self-assign -- user-event forgets the value that it typed
  return true;
};

Element.prototype.scrollTo ??= () => {};
Element.prototype.scrollIntoView ??= () => {};

// Tests name controls as a screen reader does, which does not speak the characters that isolate a direction; that they
// are there, `journeys/attacks` and `architecture/isolation` check.
const { getAttribute } = Element.prototype;
Element.prototype.getAttribute = function (name) {
  const value = getAttribute.call(this, name);
  return name === 'aria-label' && value !== null ? withoutIsolation(value) : value;
};

/** Replaces the module that vite-plugin-pwa creates at build time: there is never a new version. */
export const useRegisterSW = () => ({
  needRefresh: [false, () => {}] as const,
  offlineReady: [false, () => {}] as const,
});
