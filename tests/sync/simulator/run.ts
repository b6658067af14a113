import { pass } from '../../../src/client/sync/pass.ts';
import { storing } from '../../../src/client/sync/storage.ts';
import { act, unlessNotSaved } from './acts.ts';
import { Chance } from './chance.ts';
import { newDevice, type Device, type Tab } from './devices.ts';
import { removeUnusedFiles } from './files.ts';
import { crash, flow, loadBefore } from './flows.ts';
import { faultyNetwork, type Weather } from './network.ts';
import { breakOnOne, failStorage, hourOf500s, startWorker } from './hard-times.ts';
import { heal } from './heal.ts';
import { judge } from './oracle.ts';
import { judgeViews } from './oracle-views.ts';
import { deleteTicket, forgetTombstones, slowStatus, walkIn } from './others.ts';
import { Scheduler } from './scheduler.ts';
import { ordersBefore, type Stage } from './stage.ts';
import type { Bug, Story } from './story.ts';

const began = Date.UTC(2026, 10, 20, 14, 23);
const steps = 140;
/** Flows one tab is in at once. */
const hands = 2;

export interface Ended {
  faults: string[];
  trace: string[];
  counts: { intents: number; orders: number; discarded: number; retried: number };
}

/** Plays one seed to its end and judges it. */
export const play = (stage: Stage, seed: number, bug: Bug | null = null): Promise<Ended> =>
  withoutPauses(() => withoutLocks(() => playAlone(stage, seed, bug)));

async function playAlone(stage: Stage, seed: number, bug: Bug | null): Promise<Ended> {
  const story = await begin(stage, seed, bug);
  for (let step = 0; step < steps; step++) {
    await story.scheduler.settled();
    stage.now += story.chance.below(3_000);
    await next(story);
    if (step % 10 === 0) await judgeViews(story);
  }
  await heal(story);
  await judge(story);
  for (const { tabs } of story.devices) for (const { db } of tabs) db.close();
  const { intents, orders, discarded, superseded, trace, faults, scheduler } = story;
  const counts = { intents: intents.size, orders: orders.size, discarded: discarded.size, retried: superseded.size };
  return { faults: [...faults, ...scheduler.faults], trace, counts };
}

/** The pauses of the client's storage (below a second) pass at once: nothing happens in them. */
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

/** Everything must be right without locks; those of a crashed tab would stay held in this process. */
async function withoutLocks<Result>(run: () => Promise<Result>): Promise<Result> {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  try {
    return await run();
  } finally {
    Reflect.deleteProperty(navigator, 'locks');
  }
}

async function begin(stage: Stage, seed: number, bug: Bug | null): Promise<Story> {
  await stage.empty(began);
  stage.door = bug?.door?.(stage) ?? null;
  const [chance, scheduler, weather] = [new Chance(seed), new Scheduler(), weatherFor(bug)];
  stage.brokenOn = () => weather.brokenOn;
  const network = faultyNetwork(chance, scheduler, weather);
  const playing = { stage, chance, scheduler, network, ...(bug?.spoil && { spoil: bug.spoil }) };
  const devices = [newDevice(playing, 'phone', 2), newDevice(playing, 'laptop', 1), newDevice(playing, 'desk', 2)];
  const story: Story = { ...playing, ...nothingHeard(), weather, devices, faults: [], trace: [], slow: [], bug };
  for (const device of devices) if (isUsed(story)) await loadBefore(story, device);
  return story;
}

const weatherFor = (bug: Bug | null): Weather => {
  const lookalikes = bug?.believesPortals ?? false;
  return { clear: false, outage: false, brokenOn: null, lookalikes, late: [] };
};

const nothingHeard = () => ({
  intents: new Map(),
  orders: new Map(ordersBefore.map((key) => [key, 'placed'] as const)),
  superseded: new Map(),
  dropping: new Set<string>(),
  discarded: new Set<string>(),
  sentTexts: new Set<string>(),
  files: new Map<string, string>(),
  removedFiles: new Set<string>(),
});

/** Most devices have been used before; in a restless story none, because first loads are what it is about. */
const isUsed = ({ bug, chance }: Story): boolean => !bug?.restless && chance.happens(0.7);

/** One step: mostly somebody's waiting flow goes on, or a person does something; now and then something goes wrong. */
async function next(story: Story): Promise<void> {
  if (story.bug?.restless && story.chance.happens(beginningAnew)) await beginAnew(story);
  const luck = story.chance.next();
  const device = story.chance.of(story.devices)!;
  if (luck < goingOn && story.scheduler.waiting.length > 0) return goOn(story);
  const [, name, happen] = happenings.find(([below]) => luck < below)!;
  story.trace.push(`${device.name}: ${name}`);
  await happen(story, device);
}

const goingOn = 0.62;
/** Of a restless story's steps. */
const beginningAnew = 0.1;

/** While an answer is on its way to one tab, another tab of the device is told to begin anew. */
async function beginAnew(story: Story): Promise<void> {
  const onItsWay = story.scheduler.waiting.find(({ label }) => label === 'in /api/sync');
  const tab = onItsWay?.owner as Tab | undefined;
  const other = tab?.device.tabs.find((one) => one !== tab && one.busy < hands);
  if (!other) return;
  await forgetTombstones(story);
  flow(story, other, () => storing(other.db, () => pass(other.db, other.outside)).catch(unlessNotSaved));
}

type Happening = (story: Story, device: Device) => Promise<void> | void;

const happenings: readonly [number, string, Happening][] = [
  [0.82, 'somebody acts', begins],
  [0.83, 'the service worker starts', startWorker],
  [0.85, 'the storage fails', failStorage],
  [0.854, 'an hour of 500s', hourOf500s],
  [0.864, 'an hour of 500s for one item', breakOnOne],
  [0.9, 'a late packet', arriveLate],
  [0.915, 'a crash', crash],
  [0.925, 'the server changes its mind about the session', toggleSession],
  [0.93, 'signed in or out', toggleSignedIn],
  [0.945, 'tombstones are forgotten', forgetTombstones],
  [0.957, 'a ticket is deleted', deleteTicket],
  [0.965, 'unused files are removed', removeUnusedFiles],
  [0.975, 'a slow status begins', slowStatus],
  [0.98, 'a walk-in', walkIn],
  [1, 'a slow commit', commitSlow],
];

function goOn({ scheduler, chance, trace }: Story): void {
  trace.push(scheduler.release(chance.below(scheduler.waiting.length)));
}

function begins(story: Story, device: Device): void {
  const tab = story.chance.of(device.tabs)!;
  if (tab.busy < hands) flow(story, tab, () => act(story, tab));
}

function arriveLate({ scheduler, weather, chance }: Story): void {
  const [packet] = weather.late.splice(chance.below(weather.late.length), 1);
  if (packet) scheduler.spawn(packet);
}

async function toggleSession({ stage }: Story, device: Device): Promise<void> {
  device.accepted = !device.accepted;
  await stage.setSession(device.name, device.accepted);
}

function toggleSignedIn(_story: Story, device: Device): void {
  device.signedIn = !device.signedIn;
}

async function commitSlow({ slow, chance }: Story): Promise<void> {
  await slow.splice(chance.below(slow.length), 1)[0]?.();
}
