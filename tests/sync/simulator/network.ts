import { addresses } from '../../../src/client/api/addresses.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Network, Tab } from './devices.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedResponse, Packet, SimulatedServer } from './simulated-server.ts';

/** The state of the network. */
export interface NetworkConditions {
  /** No packet is lost, delayed, doubled or answered by anything but the server. */
  isFaultless: boolean;
  /** The server answers 500 to everything. */
  isOutage: boolean;
  /** Uploads of large files never arrive, as with a proxy that cuts long requests. */
  losesLargeUploads: boolean;
  /** The id of a file whose upload never arrives, also when there is no other fault. */
  lostFile: string | null;
  /** The upload of `lostFile` gets no answer, until this ends. */
  isLostFileHanging: boolean;
  /** The id of the mutation that makes the server fail. */
  failingMutation: string | null;
  /** The refusals of a captive portal have a code of our server. */
  portalUsesOurCodes: boolean;
  /** Packets that arrive later: delayed ones, whose caller has given up, and second copies of others. */
  latePackets: (() => Promise<unknown>)[];
}

/** A fault happens when a random number below 1 is lower than its limit and not lower than the limit before. */
const faultLimits = {
  lost: 0.12,
  delayed: 0.2,
  busy: 0.23,
  portal: 0.28,
  gateway: 0.3,
  doubled: 0.36,
  unanswered: 0.5,
};

/** What a flow waits for while its upload hangs. */
export const hangingUpload = 'an upload that hangs';

/** A network that loses, delays and duplicates packets, and sometimes has a captive portal in front of it. */
export const faultyNetwork = (random: SeededRandom, scheduler: Scheduler, conditions: NetworkConditions): Network => {
  const exchange = async (tab: Tab, server: SimulatedServer, packet: Packet): Promise<Response> => {
    if (conditions.isOutage) return new Response('{"code":"ERROR","message":"oops"}', { status: 500, headers: json });
    if (isLostUpload(packet, conditions)) return cutUpload(tab, scheduler, conditions);
    const luck = conditions.isFaultless ? 1 : random.next();
    if (luck < faultLimits.lost) throw new TypeError('lost');
    if (luck < faultLimits.delayed) {
      conditions.latePackets.push(() => server.handle(packet));
      throw new TypeError('timed out; the packet arrives later');
    }
    if (luck < faultLimits.gateway) return responseInBetween(luck, conditions);
    const answered = await server.handle(packet);
    if (luck < faultLimits.doubled) conditions.latePackets.push(() => server.handle(packet));
    await scheduler.wait(tab, `answer of ${packet.path}`);
    if (luck >= faultLimits.doubled && luck < faultLimits.unanswered) throw new TypeError('the answer is lost');
    return responseOf(answered);
  };
  return (tab, server) => async (url, init) => {
    const packet = await packetOf(url as string, init);
    await scheduler.wait(tab, `request to ${packet.path}`);
    return exchange(tab, server, packet);
  };
};

/** Bytes of a request with a large file. */
const largeBytes = 2_000;

function isLostUpload({ path, body }: Packet, { losesLargeUploads, lostFile }: NetworkConditions): boolean {
  if (path !== addresses.uploadFile.path || !Buffer.isBuffer(body)) return false;
  return (losesLargeUploads && body.length > largeBytes) || (lostFile !== null && body.includes(lostFile));
}

async function cutUpload(tab: Tab, scheduler: Scheduler, conditions: NetworkConditions): Promise<never> {
  while (conditions.isLostFileHanging) await scheduler.wait(tab, hangingUpload);
  throw new TypeError('the upload is cut');
}

async function packetOf(path: string, init: RequestInit = {}): Promise<Packet> {
  const method = init.method ?? 'GET';
  const headers = Object.fromEntries(new Headers(init.headers));
  if (!(init.body instanceof FormData)) {
    return { method, path, headers, ...(typeof init.body === 'string' && { body: init.body }) };
  }
  const form = new Response(init.body);
  const type = form.headers.get('content-type')!;
  return { method, path, headers: { ...headers, 'content-type': type }, body: Buffer.from(await form.arrayBuffer()) };
}

const json = { 'content-type': 'application/json' };

const responseOf = ({ status, body }: SimulatedResponse): Response => new Response(body, { status, headers: json });

/** An answer from a portal or proxy in front of the server, or from the server before it reads the request. */
function responseInBetween(luck: number, { portalUsesOurCodes }: NetworkConditions): Response {
  // The later digits of the random number choose the answer.
  const digits = Math.floor(luck * 1_000_000);
  if (luck < faultLimits.busy) return earlyRefusal(digits);
  const which = digits % 4;
  if (luck < faultLimits.portal) return portalResponse(which, portalUsesOurCodes);
  // Some proxies accept smaller bodies than the server does.
  return new Response('<h1>Bad gateway</h1>', { status: which === 0 ? 413 : 502, ...html });
}

/** Refusals that the server sends before it reads a request; in half of the cases it says that it is busy instead. */
const refusals = [
  [429, 'TOO_MANY_REQUESTS'],
  [419, 'CSRF_MISMATCH'],
  [426, 'OUTDATED'],
  [401, 'UNAUTHENTICATED'],
] as const;

function earlyRefusal(digits: number): Response {
  const [status, code] = refusals[digits % 8] ?? [503, 'BUSY'];
  const headers = { ...json, 'retry-after': '2' };
  return new Response(JSON.stringify({ code, message: 'Not now.' }), { status, headers });
}

const html = { headers: { 'content-type': 'text/html' } };

/** The answer of a captive portal instead of the server's: a page, or foreign JSON. */
function portalResponse(which: number, portalUsesOurCodes: boolean): Response {
  if (which === 0) return new Response('<h1>Welcome to the station</h1>', { status: 200, ...html });
  if (which !== 1) return new Response('{"login":"required"}', { status: 200, headers: json });
  const code = portalUsesOurCodes ? 'FORBIDDEN' : 'LOGIN_REQUIRED';
  return new Response(JSON.stringify({ code, message: 'No.' }), { status: 403, headers: json });
}
