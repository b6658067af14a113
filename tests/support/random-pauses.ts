/** Before a test replaces the timers. */
const { setTimeout: startTimer, setImmediate: startImmediate } = globalThis;

/** Milliseconds. */
const storagePauseMax = 25;
const answerPauseMax = 40;

/**
 * Whether storage and servers of this run answer late now and then, as under load: a test that reads what it has not
 * waited for fails then (`npm run test:stress -- --pauses`). Those of journeys load `server-pauses.ts`.
 */
export const hasPauses = process.env.TEST_PAUSES === '1';

/** Waits in three of ten calls, before the scripted server answers. */
export async function pauseBeforeAnswer(): Promise<void> {
  if (Math.random() < 0.3) await pause(answerPauseMax);
}

const pause = (max: number) => new Promise<void>((resolve) => void startTimer(resolve, Math.random() * max));

/**
 * Makes one of twelve steps of fake-indexeddb wait, with the steps after it in their order. It takes `setImmediate` from
 * the global object for each step.
 */
export function addStoragePauses(): void {
  if (!hasPauses) return;
  let last = Promise.resolve();
  const inTurn = (step: (...args: unknown[]) => void, ...args: unknown[]) => {
    last = last.then(async () => {
      if (Math.random() < 1 / 12) await pause(storagePauseMax);
      await new Promise<void>((resolve) => {
        startImmediate(() => {
          resolve();
          step(...args);
        });
      });
    });
  };
  globalThis.setImmediate = inTurn as unknown as typeof setImmediate;
}
