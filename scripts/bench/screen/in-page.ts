// Functions that the browser runs: they name nothing but the page and their arguments.

declare global {
  interface Window {
    screenBench: Waiting & Measuring;
  }
}

interface Waiting {
  /** Resolves in the first task after the next frame. */
  painted: () => Promise<void>;
  /** Resolves when other rows or cards, or other selected elements, are shown than at the call; rejects after 10 s. */
  otherRows: (selector?: string) => Promise<void>;
  /** Resolves when an element matches the selector; rejects after 10 s. */
  shown: (selector: string) => Promise<void>;
}

/** Installs the first half of `window.screenBench`. */
export function installWaiting(): void {
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map((element) => `${element.getAttribute('aria-label')} ${element.textContent}`)
      .join();
  const until = (isDone: () => boolean, missing: string) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(missing)), 10_000);
      const observer = new MutationObserver(() => {
        if (!isDone()) return;
        observer.disconnect();
        clearTimeout(late);
        resolve();
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  const waiting: Waiting = {
    painted: () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(), { once: true });
          port1.start();
          port2.postMessage(null);
        });
      }),
    otherRows: (selector = '[data-opener]') => {
      const before = textsOf(selector);
      const isDone = () => !['', before].includes(textsOf(selector));
      return until(isDone, `no other rows came after ${before}`);
    },
    shown: (selector) => until(() => document.querySelector(selector) !== null, `${selector} was not shown`),
  };
  window.screenBench = Object.assign(window.screenBench ?? {}, waiting);
}

/** The part of a page that shows what was asked for. */
export interface ShownPart {
  /** Selects the part with everything around it that gives it its form. */
  frame: string;
  /** Selects what is painted again inside it, where that is not all of it. */
  content?: string;
}

interface Measuring {
  /** Runs a change and returns the time until its rows, or what `result` waits for, are painted, in ms. */
  timeUntilPainted: (change: () => void, result?: Promise<void>) => Promise<number>;
  /** The same for the next key that the driver presses: the time begins with the key's event. */
  timeAfterKey: (result?: Promise<void>) => Promise<number>;
  /** Prepares an empty copy of the part shown, without the app; `paint` fills it and returns the time, in ms. */
  prepareCopy: (part: ShownPart) => Promise<{ paint: () => Promise<number>; remove: () => void }>;
  /** Records the time between frames until `stop`, which returns them in ms. */
  recordFrames: () => { stop: () => number[] };
}

/** Installs the second half of `window.screenBench`. */
export function installMeasuring(): void {
  const measuring: Measuring = {
    async timeUntilPainted(change, result = window.screenBench.otherRows()) {
      const startedAt = performance.now();
      change();
      await result;
      await window.screenBench.painted();
      return performance.now() - startedAt;
    },
    async timeAfterKey(result = window.screenBench.otherRows()) {
      const key = await new Promise<KeyboardEvent>((resolve) => {
        addEventListener('keydown', resolve, { capture: true, once: true });
      });
      await result;
      await window.screenBench.painted();
      return performance.now() - key.timeStamp;
    },
    async prepareCopy({ frame, content }) {
      const shown = document.querySelector(frame)!;
      const copy = shown.cloneNode(true) as HTMLElement;
      const { width, left, top } = shown.getBoundingClientRect();
      const holder = document.createElement('div');
      Object.assign(holder.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, width: `${width}px` });
      holder.append(copy);
      const empty = content === undefined ? copy : copy.querySelector(content)!;
      const filled = empty.cloneNode(true);
      empty.replaceChildren();
      document.body.append(holder);
      await window.screenBench.painted();
      return {
        async paint() {
          const startedAt = performance.now();
          empty.replaceWith(filled);
          await window.screenBench.painted();
          return performance.now() - startedAt;
        },
        remove: () => holder.remove(),
      };
    },
    recordFrames() {
      const gaps: number[] = [];
      let isRecording = true;
      let last = performance.now();
      const onFrame = (at: number) => {
        gaps.push(at - last);
        last = at;
        if (isRecording) requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
      const stop = () => {
        isRecording = false;
        return gaps.slice(1);
      };
      return { stop };
    },
  };
  window.screenBench = Object.assign(window.screenBench ?? {}, measuring);
}
