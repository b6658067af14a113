import { callAt } from '../api/call.ts';
import { readSession } from '../local/device.ts';
import { deviceMeans, type Means } from '../local/means.ts';

/** The way to the server. */
export interface Line {
  /** The token of this person's session, or null when somebody else or nobody is signed in. */
  token(userId: number): Promise<string | null>;
  call: typeof callAt;
}

/** All that comes from outside: the network, time, chance and new ids. Tests bring their own. */
export interface Outside {
  line: Line;
  means: Means;
}

/** The way a page and the service worker go. The session lies in `cod_device`, where both can read it. */
export const deviceLine: Line = {
  async token(userId) {
    const session = await readSession();
    return session?.userId === userId ? session.token : null;
  },
  call: callAt,
};

export const deviceOutside: Outside = { line: deviceLine, means: deviceMeans };
