import type { Kysely } from 'kysely';
import { settleAll } from '../../../src/client/sync/money.ts';
import { readUnseen, type SettledCall } from '../../../src/client/sync/outcomes.ts';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import { clientOf } from '../../support/client.ts';
import { emptyInstallation, runCommand } from '../../support/programs.ts';
import { startSeededProxy, type SeededProxy } from '../../support/seeded-proxy.ts';
import { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import { runAdmin, raisePrices } from './admin.ts';
import { checkInjected, injectionEnvironment } from './bugs.ts';
import { runCustomer } from './customers.ts';
import { newDevice, pause, type Clock } from './devices.ts';
import { checkCodes } from './check-codes.ts';
import { checkLedger } from './check-ledger.ts';
import { kills, KillableServer } from './killable-server.ts';
import { withDatabase, createShop, type CreatedShop } from './create-shop.ts';
import { runParts } from './parts.ts';
import { runTopups } from './topups.ts';
import {
  devicesEach,
  identityOf,
  type TestDevice,
  type MoneyFault,
  type Intent,
  type MoneyBug,
  type Story,
} from './story.ts';

const pepper = 'b4nk-Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pA';
const codesKey = Buffer.alloc(32, 'money-simulator').toString('base64url');

export interface MoneyRun {
  faults: MoneyFault[];
  /** Events that must happen in each run and did not happen in this one. */
  missing: string[];
  /** One line of figures. */
  figures: string;
}

/** Plays one seed on the real server, through a bad network and four SIGKILLs, and checks the ledger. */
export async function play(seed: number, bug?: MoneyBug): Promise<MoneyRun> {
  const random = new SeededRandom(seed);
  const installation = { ...(await emptyInstallation()), PEPPER: pepper, CODES_KEY: codesKey };
  const server = new KillableServer(
    { ...installation, ...(bug && injectionEnvironment(bug)) },
    new SeededRandom(random.below(2 ** 31)),
  );
  const output = await server.start();
  if (bug) checkInjected(bug, output);
  const proxy = await startSeededProxy(seed, (call) => server.countArrival(call));
  try {
    const shop = await createShop(installation, pepper);
    server.useProxy(proxy);
    const { products, topupMethod } = shop;
    const story: Story = {
      intents: new Map(),
      products,
      topupMethod,
      refundable: new Set(),
      openedCodes: [],
      progress: 0,
    };
    const devices = await runDevices(story, shop, { proxy, clock: server.clock }, random);
    const url = await server.endKills();
    const faults = [...serverErrors(proxy), ...(await checkOutcomes(url, story, devices))];
    await server.stop();
    return {
      faults: [...faults, ...(await checkDatabase(installation, story, shop))],
      ...countEvents(story, proxy, server),
    };
  } finally {
    await proxy.stop();
  }
}

/** Runs all devices at once; then the network works again and the calls in doubt are settled. */
async function runDevices(
  story: Story,
  shop: CreatedShop,
  { proxy, clock }: { proxy: SeededProxy; clock: Clock },
  random: SeededRandom,
): Promise<TestDevice[]> {
  const network = { url: proxy.url, clock };
  const newRandom = () => new SeededRandom(random.below(2 ** 31));
  const customers = shop.customers.flatMap((person) =>
    Array.from({ length: devicesEach }, () => newDevice(network, person, newRandom())),
  );
  const adminDevice = (person = shop.admin) => newDevice(network, person, newRandom());
  const admins = [adminDevice(), adminDevice()] as const;
  const forParts = [adminDevice(), adminDevice()];
  const forTopups = {
    customers: shop.customers.map((person) => newDevice(network, person, newRandom())),
    admins: [adminDevice(), adminDevice(), adminDevice(shop.secondAdmin)],
  };
  const users = shop.customers.map(({ userId }) => userId);
  await Promise.all([
    ...customers.map((device) => runCustomer(story, device, newRandom())),
    runAdmin(story, admins[0], users, newRandom()),
    raisePrices(story, admins[1], newRandom()),
    runParts(story, forParts, newRandom()),
    runTopups(story, forTopups, newRandom()),
  ]);
  await proxy.endFaults();
  const devices = [...customers, ...admins, ...forParts, ...forTopups.customers, ...forTopups.admins];
  for (let round = 0; round < 100 && undecidedIntents(story).length > 0; round += 1) {
    for (const { db, environment, userId } of devices) {
      await settleAll(db, environment.transport);
      for (const call of await readUnseen(db)) recordSettled(story, userId, call);
    }
    if (undecidedIntents(story).length > 0) await pause(100);
  }
  for (const { db } of devices) db.close();
  return devices;
}

const undecidedIntents = ({ intents }: Story): Intent[] =>
  [...intents.values()].filter(({ reported }) => reported === 'asked');

/** Records the outcome of a call that was in doubt. */
function recordSettled({ intents }: Story, actorId: number, { key, outcome, refusal, touched }: SettledCall): void {
  const intent = intents.get(identityOf({ actorId, key }))!;
  const order = touched?.find((ref) => ref.startsWith('orders:'));
  intent.reported = outcome === 'applied' ? 'done' : outcome;
  if (refusal) intent.code = refusal;
  if (intent.action === 'order' && order) intent.orderId = Number(order.slice('orders:'.length));
}

const serverErrors = ({ statuses }: SeededProxy): MoneyFault[] =>
  statuses.has(500) ? [{ kind: 'answers with status 500', detail: `${statuses.get(500)} of them` }] : [];

/** Checks that the server still gives every key the outcome that was reported. */
async function checkOutcomes(url: string, { intents }: Story, devices: TestDevice[]): Promise<MoneyFault[]> {
  const tokens = new Map(devices.map(({ userId, token }) => [userId, token]));
  const faults: MoneyFault[] = [];
  const checkOutcome = async (intent: Intent): Promise<void> => {
    const { key, actorId, reported, code } = intent;
    const client = clientOf(url, async () => ({ Authorization: `Bearer ${tokens.get(actorId)}` }));
    const { body } = await client.get(`/api/outcomes/${key}`);
    const expected = reported === 'done' ? 'applied' : code === 'CANCELLED' ? 'cancelled' : reported;
    intent.answeredIds = new Set([...(intent.answeredIds ?? []), ...topupsOf(body.touched)]);
    if (body.state === 'unknown') faults.push({ kind: 'undecided', detail: key });
    else if (body.state !== expected)
      faults.push({
        kind: 'outcome is not the reported one',
        detail: `${key}: reported ${code ?? reported}, it is ${body.state}`,
      });
  };
  const byActor = Map.groupBy(intents.values(), ({ actorId }) => actorId);
  const checks = [...byActor.values()].map(async (keys) => {
    for (const intent of keys) await checkOutcome(intent);
  });
  await Promise.all(checks);
  return faults;
}

/** The ids of the top-up requests that an outcome names. */
const topupsOf = (touched: string[]): string[] =>
  touched.filter((ref) => ref.startsWith('topups:')).map((ref) => ref.slice('topups:'.length));

async function checkDatabase(
  installation: Record<string, string>,
  story: Story,
  shop: CreatedShop,
): Promise<MoneyFault[]> {
  const users = shop.customers.map(({ userId }) => userId);
  const [faults, { code, err }] = await Promise.all([
    withDatabase(installation, async (db) => [
      ...(await checkLedger(db, [...story.intents.values()], users)),
      ...(await codeFaults(db, story)),
    ]),
    runCommand('verify', installation),
  ]);
  return code === 0 ? faults : [...faults, { kind: 'verify finds a fault', detail: `exit code ${code}: ${err}` }];
}

async function codeFaults(db: Kysely<Database>, { intents, openedCodes: opened }: Story): Promise<MoneyFault[]> {
  const faults: MoneyFault[] = [];
  await checkCodes(
    db,
    { intents: [...intents.values()], opened },
    (kind, detail) => void faults.push({ kind, detail }),
  );
  return faults;
}

function countEvents(story: Story, proxy: SeededProxy, server: KillableServer): Omit<MoneyRun, 'faults'> {
  const intents = [...story.intents.values()];
  const refusedWith = (code: string) => intents.filter((intent) => intent.code === code).length;
  const refusedAs = (wanted: Intent['action'], code: string) =>
    intents.filter((intent) => intent.action === wanted && intent.code === code).length;
  const doneOf = (wanted: Intent['action']) =>
    intents.filter(({ action, reported }) => action === wanted && reported === 'done').length;
  const counts: Record<string, number> = {
    ...proxy.happened,
    'refused for its price': refusedWith('PRICE_CHANGED'),
    'refused for lack of balance': refusedWith('BALANCE_NOT_ENOUGH'),
    cancelled: intents.filter(({ reported }) => reported === 'cancelled').length,
    ordered: doneOf('order'),
    'added by hand': doneOf('add'),
    refunded: doneOf('refund'),
    'returned in part': doneOf('part'),
    'refused for the rest': refusedAs('part', 'CONFLICT'),
    'returned after a part': doneOf('return'),
    'charged again': doneOf('charge again'),
    'top-ups opened': doneOf('open topup'),
    approved: doneOf('approve topup'),
    'approvals refused for conflict': refusedAs('approve topup', 'CONFLICT'),
    'cancelled by their customers': doneOf('cancel topup'),
    'refused by an admin': doneOf('refuse topup'),
    'codes opened': story.openedCodes.length,
    'refused for lack of codes': refusedWith('OUT_OF_STOCK'),
  };
  const missing = Object.keys(counts).filter((name) => counts[name] === 0);
  if (server.cutByKills.length < kills) missing.push(`${kills - server.cutByKills.length} of ${kills} kills`);
  const figures = Object.entries({ ...counts, 'cut by kills': server.cutByKills.join('+') });
  return { missing, figures: figures.map(([name, count]) => `${count} ${name}`).join(', ') };
}
