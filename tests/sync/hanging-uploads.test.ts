// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import type { StoredFile } from '../../src/client/local/stored.ts';
import { amend } from '../../src/client/sync/amend.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { syncStatus } from '../../src/client/sync/status.ts';
import { startSync } from '../../src/client/sync/triggers.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { signInOnDevice } from './browser.ts';
import { advanceTime, advanceUntil, setUpPageNetwork, unreachable, type Network } from './page-network.ts';
import { amina, newTicket } from './support.ts';

/** Longest time until a change is sent beside an upload that hangs, in ms. */
const sentWithinMs = 5_000;
const page = setUpPageNetwork();

interface HangingUpload {
  db: LocalDatabase;
  /** The item whose file is being uploaded, and its ticket. */
  id: string;
  ticket: string;
  /** Ends the upload with an answer of the server. */
  end(): void;
}

/** A page of Amina's whose upload hangs; `network` answers the other requests. */
async function hangingUpload(network: Network = () => null): Promise<HangingUpload> {
  let end = () => {};
  const hanging = new Promise<null>((resolve) => (end = () => resolve(null)));
  const db = await signInOnDevice(amina);
  startSync(db);
  await advanceTime(1_000);
  page.network = (path, init) => (path === '/api/files' ? hanging.then(() => null as never) : network(path, init));
  const file: StoredFile = { id: uuidv7(), name: 'video.pdf', type: 'application/pdf', bytes: new ArrayBuffer(4) };
  const args = { ...newTicket(), file_ids: [file.id] };
  const performing = performForm(db, 'ticket.open', { args, files: [file] });
  await advanceUntil(() => uploads() === 1);
  return { db, id: await performing, ticket: args.id, end };
}

const uploads = () => page.requests.filter((path) => path === '/api/files').length;
const acceptedIds = () => page.accepted.map(({ id }) => id);

test('OF-44 a change that is queued while an upload hangs is sent within seconds, once; the lane of the file waits', async () => {
  const { db, id, ticket, end } = await hangingUpload();
  const behind = await perform(db, 'ticket.reply', { id: uuidv7(), ticket_id: ticket, content: 'One more thing' });
  const first = await perform(db, 'ticket.open', newTicket());
  await advanceTime(sentWithinMs);
  expect(acceptedIds()).toEqual([first]);
  const second = await perform(db, 'ticket.open', newTicket());
  await advanceTime(sentWithinMs);
  expect(acceptedIds()).toEqual([first, second]);
  expect(uploads()).toBe(1);

  end();
  await advanceTime(sentWithinMs);

  expect(acceptedIds()).toEqual([first, second, id, behind]);
  expect(uploads()).toBe(1);
  expect(syncStatus()).toMatchObject({ state: 'synced', waiting: 0 });
});

test('OF-44 a change of another tab is sent while an upload of this one hangs', async () => {
  await hangingUpload();
  const otherTab = openDatabase(amina.id);

  const queued = await perform(otherTab, 'ticket.open', newTicket());
  await advanceTime(sentWithinMs);

  expect(acceptedIds()).toEqual([queued]);
  otherTab.close();
});

test('OF-44 a change whose hanging file the user removes is sent within seconds', async () => {
  const { db, id } = await hangingUpload();

  await amend(db, id, { file_ids: [] });
  await advanceTime(sentWithinMs);

  expect(acceptedIds()).toEqual([id]);
});

test('OF-44 while an upload hangs and nothing is queued, no more than one request asks for news', async () => {
  await hangingUpload();
  const before = page.requests.length;

  await advanceTime(30_000);

  expect(page.requests.slice(before).filter((path) => path === '/api/sync').length).toBeLessThanOrEqual(1);
});

test('OF-44 a server that fails while an upload hangs is asked with pauses', async () => {
  const broken = () => new Response('{"code":"ERROR","message":"oops"}', { status: 500 });
  const { db } = await hangingUpload((path) => (path === '/api/sync' ? broken() : null));
  await perform(db, 'ticket.open', newTicket());
  const before = page.requests.length;

  await advanceTime(60_000);

  const tries = page.requests.slice(before).filter((path) => path === '/api/sync').length;
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThanOrEqual(30);
  expect(page.accepted).toEqual([]);
});

const hang: Network = (_path, { signal }) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted'))));

test.each<[string, Network]>([
  ['get no answer', hang],
  ['fail at once', () => unreachable()],
])(
  'OF-44 after a lost connection on which an upload hangs and requests %s, a change is sent within 5 s',
  async (_name, bad) => {
    let isGood = false;
    const { db } = await hangingUpload((path, init) =>
      isGood ? null : path === '/ready' ? unreachable() : bad(path, init),
    );
    const queued = await perform(db, 'ticket.open', newTicket());
    await advanceTime(20_000);
    expect(page.accepted).toEqual([]);

    isGood = true;
    await advanceTime(sentWithinMs);

    expect(acceptedIds()).toEqual([queued]);
    expect(uploads()).toBe(1);
  },
);
