import { Dexie } from 'dexie';
import { reopenDeviceDatabase } from './device.ts';
import { reportMemoryOnly } from './storage-mode.ts';

/**
 * Holds all databases of this page in memory from now on, because the browser keeps none. The app works as before while
 * it is online; offline changes are refused. The in-memory IndexedDB is loaded only here.
 */
export async function holdInMemory(): Promise<void> {
  runTasksAtOnce();
  const { memoryFactory } = await import('./memory-factory.ts');
  // Live queries hold this object too, so it is changed and not replaced.
  Object.assign(Dexie.dependencies, memoryFactory());
  reopenDeviceDatabase();
  reportMemoryOnly();
}

/**
 * Makes tasks run at once: the in-memory IndexedDB needs a task for each request, and Safari's timers delay it by 4 ms.
 */
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
