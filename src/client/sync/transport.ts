import { callAt } from '../api/call.ts';
import { readSession } from '../local/device.ts';
import { deviceRuntime, type Runtime } from '../local/runtime.ts';

/** Sends requests to the server as one user. */
export interface Transport {
  /** Returns the token of this user's session, or null when another user or none is signed in. */
  token(userId: number): Promise<string | null>;
  call: typeof callAt;
}

/** Dependencies that tests replace: the network, time, randomness and new ids. */
export interface SyncEnvironment {
  transport: Transport;
  runtime: Runtime;
}

/** The transport of pages and the service worker, with the session in `cod_device`, which both can read. */
export const deviceTransport: Transport = {
  async token(userId) {
    const session = await readSession();
    return session?.userId === userId ? session.token : null;
  },
  call: callAt,
};

export const deviceEnvironment: SyncEnvironment = { transport: deviceTransport, runtime: deviceRuntime };
