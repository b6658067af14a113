import { Dexie } from 'dexie';
import { renewDeviceDatabase } from './device.ts';
import { reportNoStorage } from './storage-mode.ts';

/**
 * Holds all databases of this page in memory from now on, because the browser keeps none: the same code then works
 * while there is a connection. The in-memory IndexedDB is loaded only here.
 */
export async function holdInMemory(): Promise<void> {
  runTasksAtOnce();
  const { memoryFactory } = await import('./memory-factory.ts');
  // Live queries look at this object, too, so it is changed and not replaced.
  Object.assign(Dexie.dependencies, memoryFactory());
  renewDeviceDatabase();
  reportNoStorage();
}

/** The in-memory IndexedDB takes a task for each request: with the timers of Safari, which has no scheduler, 4 ms each. */
function runTasksAtOnce(): void {
  const scope = globalThis as { scheduler?: unknown; setImmediate?: (run: () => void) => void };
  if (scope.scheduler || scope.setImmediate) return;
  const { port1, port2 } = new MessageChannel();
  const tasks: (() => void)[] = [];
  port1.onmessage = () => tasks.shift()?.();
  scope.setImmediate = (run) => {
    tasks.push(run);
    port2.postMessage(null);
  };
}
