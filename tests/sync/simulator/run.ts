import { pass } from '../../../src/client/sync/pass.ts';
import { withStorageRetry } from '../../../src/client/sync/storage.ts';
import { act, ignoreNotSaved } from './user-actions.ts';
import { SeededRandom } from './seeded-random.ts';
import { newDevice, type Device, type Tab } from './devices.ts';
import { removeUnusedFiles } from './files.ts';
import { crash, startFlow, loadBeforehand } from './flows.ts';
import { faultyNetwork, type NetworkConditions } from './network.ts';
import {
  failOnOneMutation,
  failStorage,
  hourOf500s,
  loseOneFile,
  startWorker,
  toggleLargeUploads,
} from './failures.ts';
import { recover } from './recovery.ts';
import { checkStory } from './oracle.ts';
import { checkViews } from './oracle-views.ts';
import { askAsColleague, saveElsewhere } from './answers.ts';
import { decideTopup } from './topups.ts';
import { changeStock } from './stock.ts';
import { deleteTicket, deliverAsColleague, forgetTombstones, slowStatus, openForeignTicket } from './other-users.ts';
import { Scheduler } from './scheduler.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { earlierChanges, earlierOrders } from './simulated-shop.ts';
import type { Bug, Story } from './story.ts';

const startTime = Date.UTC(2026, 10, 20, 14, 23);
const steps = 140;
/** In a run with many answers: only the phone has them. */
const stepsWithAnswers = 280;
/** How many flows one tab runs at once. */
const flowsPerTab = 2;

export interface RunResult {
  faults: string[];
  trace: string[];
  counts: { intents: number; orders: number; discarded: number; retried: number };
}

/** Plays one seed to its end and checks the result. */
export const play = (server: SimulatedServer, seed: number, bug: Bug | null = null): Promise<RunResult> =>
  withoutPauses(() => withoutLocks(() => playSteps(server, seed, bug)));

async function playSteps(server: SimulatedServer, seed: number, bug: Bug | null): Promise<RunResult> {
  const story = await prepare(server, seed, bug);
  const count = bug?.answersOften ? stepsWithAnswers : steps;
  for (let step = 0; step < count; step++) {
    await story.scheduler.untilAllWait();
    server.now += story.random.below(3_000);
    await playStep(story);
    if (step % 10 === 0) await checkViews(story);
  }
  await recover(story);
  await checkStory(story);
  for (const { tabs } of story.devices) for (const { db } of tabs) db.close();
  const { intents, orders, discarded, superseded, trace, faults, scheduler } = story;
  const counts = { intents: intents.size, orders: orders.size, discarded: discarded.size, retried: superseded.size };
  return { faults: [...faults, ...scheduler.faults], trace, counts };
}

/** Runs without the client's pauses between storage retries (below a second). */
async function withoutPauses<Result>(run: () => Promise<Result>): Promise<Result> {
  const { setTimeout: real } = globalThis;
  const short = (call: () => void, ms = 0) => real(call, ms < 1_000 ? 0 : ms);
  globalThis.setTimeout = Object.assign(short, real) as typeof setTimeout;
  try {
    return await run();
  } finally {
    globalThis.setTimeout = real;
  }
}

/** Runs without Web Locks: the client must be correct without them, and a crashed tab would never release its own. */
async function withoutLocks<Result>(run: () => Promise<Result>): Promise<Result> {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  try {
    return await run();
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
}

async function prepare(server: SimulatedServer, seed: number, bug: Bug | null): Promise<Story> {
  await server.restart(startTime);
  server.faultyHandle = bug?.faultyServer?.(server) ?? null;
  const [random, scheduler, conditions] = [new SeededRandom(seed), new Scheduler(), networkConditionsFor(bug)];
  server.failingMutation = () => conditions.failingMutation;
  const network = faultyNetwork(random, scheduler, conditions);
  const simulation = {
    server,
    random,
    scheduler,
    network,
    ...(bug?.wrapTransport && { wrapTransport: bug.wrapTransport }),
  };
  const devices = [
    newDevice(simulation, 'phone', 2),
    newDevice(simulation, 'tablet', 2),
    ...random.pick(furtherDevices)!.map((name) => newDevice(simulation, name, 1)),
  ];
  const story: Story = {
    ...simulation,
    ...emptyRecords(),
    conditions,
    devices,
    faults: [],
    trace: [],
    slowTransactions: [],
    bug,
  };
  for (const device of devices) if (isLoadedBeforehand(story)) await loadBeforehand(story, device);
  return story;
}

/** Beside the phone and the tablet: another device of the same customer, one of an agent, or both. */
const furtherDevices = [['laptop'], ['desktop'], ['laptop', 'desktop']] as const;

const networkConditionsFor = (bug: Bug | null): NetworkConditions => {
  const portalUsesOurCodes = bug?.trustsPortals ?? false;
  return {
    isFaultless: false,
    isOutage: false,
    losesLargeUploads: false,
    lostFile: null,
    isLostFileHanging: false,
    failingMutation: null,
    portalUsesOurCodes,
    latePackets: [],
  };
};

const emptyRecords = () => ({
  intents: new Map(),
  colleagueChanges: new Map(earlierChanges.map(({ id, kind, args }) => [id, { kind, args }])),
  orders: new Map(earlierOrders.map((key) => [key, 'placed'] as const)),
  superseded: new Map(),
  discardRequested: new Set<string>(),
  discarded: new Set<string>(),
  sentTexts: new Set<string>(),
  files: new Map<string, string>(),
  removedFiles: new Set<string>(),
});

/**
 * Whether a device completes its first load before the run: most do, none in a run with frequent cache resets, and all in
 * a run with many top-up requests or answers, which need the methods and the orders.
 */
const isLoadedBeforehand = ({ bug, random }: Story): boolean =>
  !bug?.resetsOften && (bug?.topsUpOften === true || bug?.answersOften === true || random.chance(0.7));

/** Plays one step: mostly a waiting flow continues or a user acts; sometimes a fault happens. */
async function playStep(story: Story): Promise<void> {
  if (story.bug?.resetsOften && story.random.chance(resetShare)) await resetOtherTab(story);
  const luck = story.random.next();
  const device = story.random.pick(story.devices)!;
  if (luck < continueShare && story.scheduler.waiting.length > 0) return continueFlow(story);
  const [, name, happens] = happenings.find(([limit]) => luck < limit)!;
  story.trace.push(`${device.name}: ${name}`);
  await happens(story, device);
}

const continueShare = 0.62;
/** In a run with frequent cache resets: the share of the steps with one. */
const resetShare = 0.1;

/** Makes another tab of a device reset its cache while an answer is on its way to the first tab. */
async function resetOtherTab(story: Story): Promise<void> {
  const answer = story.scheduler.waiting.find(({ label }) => label === 'answer of /api/sync');
  const tab = answer?.owner as Tab | undefined;
  const other = tab?.device.tabs.find((candidate) => candidate !== tab && candidate.activeFlows < flowsPerTab);
  if (!other) return;
  await forgetTombstones(story);
  startFlow(story, other, () =>
    withStorageRetry(other.db, () => pass(other.db, other.environment)).catch(ignoreNotSaved),
  );
}

type Happening = (story: Story, device: Device) => Promise<void> | void;

/** What a step may do, chosen by a random number below 1: the first entry with a higher limit. */
const happenings: readonly [number, string, Happening][] = [
  [0.788, 'a user acts', startAction],
  [0.798, 'another admin asks to correct an order', askAsColleague],
  [0.805, 'an answer is saved elsewhere', saveElsewhere],
  [0.815, 'another admin decides a top-up request', decideTopup],
  [0.82, 'another admin adds or withdraws codes', changeStock],
  [0.83, 'the service worker starts', startWorker],
  [0.85, 'the storage fails', failStorage],
  [0.854, 'an hour of 500s', hourOf500s],
  [0.864, 'an hour of 500s for one item', failOnOneMutation],
  [0.9, 'a late packet', deliverLatePacket],
  [0.915, 'a crash', crash],
  [0.925, 'the session is revoked or restored', toggleSession],
  [0.93, 'the device forgets or finds its session', toggleSignedIn],
  [0.945, 'tombstones are forgotten', forgetTombstones],
  [0.956, 'another admin delivers an order', deliverAsColleague],
  [0.966, 'a ticket is deleted', deleteTicket],
  [0.973, 'unused files are removed', removeUnusedFiles],
  [0.98, 'a slow transaction begins', slowStatus],
  [0.984, 'a ticket of another customer', openForeignTicket],
  [0.989, 'large uploads get lost, or through again', toggleLargeUploads],
  [0.992, 'a file never gets through', loseOneFile],
  [1, 'a slow transaction is committed', endSlowTransaction],
];

function continueFlow({ scheduler, random, trace }: Story): void {
  trace.push(scheduler.release(random.below(scheduler.waiting.length)));
}

function startAction(story: Story, device: Device): void {
  const tab = story.random.pick(device.tabs)!;
  if (tab.activeFlows < flowsPerTab) startFlow(story, tab, () => act(story, tab));
}

function deliverLatePacket({ scheduler, conditions, random }: Story): void {
  const [packet] = conditions.latePackets.splice(random.below(conditions.latePackets.length), 1);
  if (packet) scheduler.spawn(packet);
}

async function toggleSession({ server }: Story, device: Device): Promise<void> {
  device.isSessionAccepted = !device.isSessionAccepted;
  await server.setSession(device.name, device.isSessionAccepted);
}

function toggleSignedIn(_story: Story, device: Device): void {
  device.isSignedIn = !device.isSignedIn;
}

async function endSlowTransaction({ slowTransactions, random }: Story): Promise<void> {
  await slowTransactions.splice(random.below(slowTransactions.length), 1)[0]?.();
}
