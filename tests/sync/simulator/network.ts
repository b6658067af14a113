import type { Chance } from './chance.ts';
import type { Network, Tab } from './devices.ts';
import type { Scheduler } from './scheduler.ts';
import type { Answered, Packet, Stage } from './stage.ts';

/** What the weather does to packets; `clear` ends all faults. */
export interface Weather {
  clear: boolean;
  /** The server answers 500 to everything. */
  outage: boolean;
  /** The mutation on which the server breaks. */
  brokenOn: string | null;
  /** The refusals of a captive portal look like ours. */
  lookalikes: boolean;
  /** Packets that are still on their way, to arrive when nobody waits for them any more. */
  late: (() => Promise<unknown>)[];
}

/** Shares of exchanges, each added to the one before. */
const faults = { lost: 0.12, delayed: 0.2, busy: 0.23, portal: 0.28, gateway: 0.3, doubled: 0.36, unanswered: 0.5 };

/** A network that loses, delays and doubles packets, and has a captive portal in front of it now and then. */
export const faultyNetwork = (chance: Chance, scheduler: Scheduler, weather: Weather): Network => {
  const exchange = async (tab: Tab, stage: Stage, packet: Packet): Promise<Response> => {
    if (weather.outage) return new Response('{"code":"ERROR","message":"oops"}', { status: 500, headers: json });
    const luck = weather.clear ? 1 : chance.next();
    if (luck < faults.lost) throw new TypeError('lost');
    if (luck < faults.delayed) {
      weather.late.push(() => stage.handle(packet));
      throw new TypeError('timed out, and still on its way');
    }
    if (luck < faults.gateway) return insteadOfServer(luck, weather);
    const answered = await stage.handle(packet);
    if (luck < faults.doubled) weather.late.push(() => stage.handle(packet));
    await scheduler.wait(tab, `in ${packet.path}`);
    if (luck >= faults.doubled && luck < faults.unanswered) throw new TypeError('the answer is lost');
    return responseOf(answered);
  };
  return (tab, stage) => async (url, init) => {
    const packet = await packetOf(url as string, init);
    await scheduler.wait(tab, `out ${packet.path}`);
    return exchange(tab, stage, packet);
  };
};

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

const responseOf = ({ status, body }: Answered): Response => new Response(body, { status, headers: json });

function insteadOfServer(luck: number, { lookalikes }: Weather): Response {
  const some = Math.floor(luck * 1_000_000);
  if (luck < faults.busy) return notNow(some);
  const which = some % 4;
  if (luck < faults.portal) return ofPortal(which, lookalikes);
  // A proxy's limit knows nothing of what is behind it.
  return new Response('<h1>Bad gateway</h1>', { status: which === 0 ? 413 : 502, ...html });
}

/** What our own server says before it looks at a request; half of the time that it is busy. */
const refusals = [
  [429, 'TOO_MANY_REQUESTS'],
  [419, 'CSRF_MISMATCH'],
  [426, 'OUTDATED'],
  [401, 'UNAUTHENTICATED'],
] as const;

function notNow(some: number): Response {
  const [status, code] = refusals[some % 8] ?? [503, 'BUSY'];
  const headers = { ...json, 'retry-after': '2' };
  return new Response(JSON.stringify({ code, message: 'Not now.' }), { status, headers });
}

const html = { headers: { 'content-type': 'text/html' } };

/** A captive portal answers in the server's place: with a page, or with JSON that is not ours. */
function ofPortal(which: number, lookalikes: boolean): Response {
  if (which === 0) return new Response('<h1>Welcome to the station</h1>', { status: 200, ...html });
  if (which !== 1) return new Response('{"login":"required"}', { status: 200, headers: json });
  const code = lookalikes ? 'FORBIDDEN' : 'LOGIN_REQUIRED';
  return new Response(JSON.stringify({ code, message: 'No.' }), { status: 403, headers: json });
}
