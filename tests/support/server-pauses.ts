import { Server } from 'node:http';

/** Milliseconds. */
const pauseMax = 600;

/*
 * Loaded into the server of a journey that runs with random pauses (`random-pauses.ts`): seven of ten requests to the API
 * wait before they are handled.
 */
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, ...values: [event: string | symbol, ...unknown[]]) {
  const [event, request] = values as [string, { url?: string } | undefined];
  const handle = (): boolean => Reflect.apply(emit, this, values) as boolean;
  if (event !== 'request' || !request?.url?.startsWith('/api/') || Math.random() > 0.7) return handle();
  setTimeout(handle, Math.random() * pauseMax);
  return true;
};
