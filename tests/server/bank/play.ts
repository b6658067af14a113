import { settleAll } from '../../../src/client/sync/money.ts';
import { readUnseen, type SettledPledge } from '../../../src/client/sync/outcomes.ts';
import { clientOf } from '../../support/client.ts';
import { emptyHouse, runCommand } from '../../support/programs.ts';
import { startSeededProxy, type SeededProxy } from '../../support/seeded-proxy.ts';
import { Chance } from '../../sync/simulator/chance.ts';
import { attend, reprice } from './admin.ts';
import { checkInjected, injection, type BankBug } from './bugs.ts';
import { orderAll } from './customers.ts';
import { newDevice, pause, type Clock } from './devices.ts';
import { judgeBooks } from './judge.ts';
import { kills, MortalServer } from './mortal-server.ts';
import { inside, openShop, type Opened } from './opening.ts';
import { devicesEach, type BankDevice, type BankFault, type Intent, type Story } from './story.ts';

const pepper = 'b4nk-Zr3vN8wLq1XcT6yBm0KsJ4hGdF7pA';

export interface BankRun {
  faults: BankFault[];
  /** What did not happen in this run: then it has proven nothing. */
  missing: string[];
  /** One line of figures. */
  figures: string;
}

/** Plays one seed on the real server, through a bad network and four SIGKILLs, and judges the books. */
export async function play(seed: number, bug?: BankBug): Promise<BankRun> {
  const chance = new Chance(seed);
  const house = { ...(await emptyHouse()), PEPPER: pepper };
  const server = new MortalServer({ ...house, ...(bug && injection(bug)) }, new Chance(chance.below(2 ** 31)));
  const printed = await server.start();
  if (bug) checkInjected(bug, printed);
  const proxy = await startSeededProxy(seed, (call) => server.arrive(call));
  try {
    const opened = await openShop(house, pepper);
    server.standBehind(proxy);
    const story: Story = { intents: new Map(), products: opened.products, progress: 0 };
    const devices = await live(story, opened, { proxy, clock: server.clock }, chance);
    const url = await server.atRest();
    const faults = [...broken(proxy), ...(await judgeOutcomes(url, story, devices))];
    await server.stop();
    return { faults: [...faults, ...(await judgeHouse(house, story, opened))], ...whatHappened(story, proxy, server) };
  } finally {
    await proxy.stop();
  }
}

/** Everybody does what they want; then the line is good again, and what is in doubt is settled. */
async function live(
  story: Story,
  opened: Opened,
  { proxy, clock }: { proxy: SeededProxy; clock: Clock },
  chance: Chance,
): Promise<BankDevice[]> {
  const line = { url: proxy.url, clock };
  const own = () => new Chance(chance.below(2 ** 31));
  const customers = opened.customers.flatMap((person) =>
    Array.from({ length: devicesEach }, () => newDevice(line, person, own())),
  );
  const admins = [newDevice(line, opened.admin, own()), newDevice(line, opened.admin, own())] as const;
  const users = opened.customers.map(({ userId }) => userId);
  await Promise.all([
    ...customers.map((device) => orderAll(story, device, own())),
    attend(story, admins[0], users, own()),
    reprice(story, admins[1], own()),
  ]);
  await proxy.clear();
  const devices = [...customers, ...admins];
  for (let round = 0; round < 100 && undecided(story).length > 0; round += 1) {
    for (const { db, outside } of devices) {
      await settleAll(db, outside.line);
      for (const pledge of await readUnseen(db)) hear(story, pledge);
    }
    if (undecided(story).length > 0) await pause(100);
  }
  for (const { db } of devices) db.close();
  return devices;
}

const undecided = ({ intents }: Story): Intent[] => [...intents.values()].filter(({ told }) => told === 'asked');

/** What a person hears of a pledge that was in doubt. */
function hear({ intents }: Story, { key, outcome, refusal, touched }: SettledPledge): void {
  const intent = intents.get(key)!;
  const order = touched?.find((ref) => ref.startsWith('orders:'));
  intent.told = outcome === 'applied' ? 'done' : outcome;
  if (refusal) intent.code = refusal;
  if (intent.what === 'order' && order) intent.orderId = Number(order.slice('orders:'.length));
}

const broken = ({ statuses }: SeededProxy): BankFault[] =>
  statuses.has(500) ? [{ kind: 'the server broke', about: `${statuses.get(500)} answers with status 500` }] : [];

/** Asks the server about every key: it must still say what people were told. */
async function judgeOutcomes(url: string, { intents }: Story, devices: BankDevice[]): Promise<BankFault[]> {
  const tokens = new Map(devices.map(({ userId, token }) => [userId, token]));
  const faults: BankFault[] = [];
  const ask = async ({ key, by, told, code }: Intent): Promise<void> => {
    const client = clientOf(url, async () => ({ Authorization: `Bearer ${tokens.get(by)}` }));
    const { body } = await client.get(`/api/outcomes/${key}`);
    const expected = told === 'done' ? 'applied' : code === 'CANCELLED' ? 'cancelled' : told;
    if (body.state === 'unknown') faults.push({ kind: 'undecided', about: key });
    else if (body.state !== expected)
      faults.push({ kind: 'decided otherwise', about: `${key}: told ${code ?? told}, it is ${body.state}` });
  };
  const people = Map.groupBy(intents.values(), ({ by }) => by);
  const asking = [...people.values()].map(async (keys) => {
    for (const intent of keys) await ask(intent);
  });
  await Promise.all(asking);
  return faults;
}

async function judgeHouse(house: Record<string, string>, story: Story, opened: Opened): Promise<BankFault[]> {
  const users = opened.customers.map(({ userId }) => userId);
  const [faults, { code, err }] = await Promise.all([
    inside(house, (db) => judgeBooks(db, [...story.intents.values()], users)),
    runCommand('verify', house),
  ]);
  return code === 0 ? faults : [...faults, { kind: 'verify is not content', about: `exit code ${code}: ${err}` }];
}

function whatHappened(story: Story, proxy: SeededProxy, server: MortalServer): Omit<BankRun, 'faults'> {
  const intents = [...story.intents.values()];
  const refusedWith = (code: string) => intents.filter((intent) => intent.code === code).length;
  const counts: Record<string, number> = {
    ...proxy.happened,
    'refused for its price': refusedWith('PRICE_CHANGED'),
    'refused for want of balance': refusedWith('BALANCE_NOT_ENOUGH'),
    cancelled: intents.filter(({ told }) => told === 'cancelled').length,
    ordered: intents.filter(({ what, told }) => what === 'order' && told === 'done').length,
    'added by hand': intents.filter(({ what, told }) => what === 'add' && told === 'done').length,
    refunded: intents.filter(({ what, told }) => what === 'refund' && told === 'done').length,
  };
  const missing = Object.keys(counts).filter((name) => counts[name] === 0);
  if (server.killed.length < kills) missing.push(`${kills - server.killed.length} of ${kills} kills`);
  const figures = Object.entries({ ...counts, 'cut by kills': server.killed.join('+') });
  return { missing, figures: figures.map(([name, count]) => `${count} ${name}`).join(', ') };
}
