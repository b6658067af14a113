import { laneItems } from '../../../src/client/sync/perform.ts';
import { placeOrder } from '../../../src/contract/orders.ts';
import type { OutboxItem } from '../../../src/client/local/stored.ts';
import { amend } from '../../../src/client/sync/amend.ts';
import { cancelCallsInDoubt, makeMoneyCall, settle } from '../../../src/client/sync/money.ts';
import { dependentsOf, discard, resendUndecided, resolveConflict, retry } from '../../../src/client/sync/outbox.ts';
import { deleteSeen, readUnseen } from '../../../src/client/sync/outcomes.ts';
import { NotSaved } from '../../../src/client/sync/storage.ts';
import { devicesWithOldApp } from './old-apps.ts';
import { amendedField, correctionOf } from './corrections.ts';
import type { Tab } from './devices.ts';
import {
  deliver,
  moveCategory,
  readNotifications,
  setOrderStatus,
  switchCategory,
  switchProduct,
  vote,
} from './changes.ts';
import { actionWithAnswers, askToCorrect, correctOrder, forgetAnswer, saveAnswer } from './answers.ts';
import { sync } from './flows.ts';
import { actionOfBug, type UserAction } from './often-actions.ts';
import { watchStock } from './stock.ts';
import { cancelTopup, openTopup } from './topups.ts';
import { answersTo, prices } from './simulated-shop.ts';
import type { Story, ReportedOutcome } from './story.ts';
import {
  addNote,
  assign,
  changeTags,
  merge,
  openTicket,
  reply,
  setManyPriorities,
  setPriority,
  setStatus,
  snooze,
  unmerge,
} from './ticket-changes.ts';

/** Actions, chosen by a random number below 1: the first one with a higher limit. */
const customerActions: readonly [number, UserAction][] = [
  [0.12, openTicket],
  [0.21, reply],
  [0.24, saveAnswer],
  [0.26, forgetAnswer],
  [0.29, correctOrder],
  [0.34, openTopup],
  [0.38, cancelTopup],
  [0.42, readNotifications],
  [0.46, vote],
  [0.49, watchStock],
  [0.6, sync],
  [0.62, sendNow],
  [0.68, discardOne],
  [0.75, retryOne],
  [0.8, amendOne],
  [0.9, order],
  [0.96, settleOne],
  [0.98, seeOutcomes],
  [1, cancelOrdersInDoubt],
];

const adminActions: readonly [number, UserAction][] = [
  [0.1, reply],
  [0.14, addNote],
  [0.22, setStatus],
  [0.26, setPriority],
  [0.28, setManyPriorities],
  [0.31, assign],
  [0.37, changeTags],
  [0.4, snooze],
  [0.43, merge],
  [0.46, unmerge],
  [0.51, setOrderStatus],
  [0.57, deliver],
  [0.59, switchProduct],
  [0.61, switchCategory],
  [0.64, moveCategory],
  [0.66, readNotifications],
  [0.67, vote],
  [0.79, sync],
  [0.81, sendNow],
  [0.86, discardOne],
  [0.9, amendOne],
  [1, retryOne],
];

const agentActions: readonly [number, UserAction][] = [
  [0.13, reply],
  [0.16, askToCorrect],
  [0.22, addNote],
  [0.3, setStatus],
  [0.35, setPriority],
  [0.38, setManyPriorities],
  [0.44, assign],
  [0.5, changeTags],
  [0.53, snooze],
  [0.56, merge],
  [0.59, unmerge],
  // Queued by an admin who has become an agent since: the server refuses them.
  [0.61, setOrderStatus],
  [0.62, switchProduct],
  [0.64, readNotifications],
  [0.66, vote],
  [0.8, sync],
  [0.82, sendNow],
  [0.87, discardOne],
  [0.91, amendOne],
  [1, retryOne],
];

const actionsOf = { user: customerActions, agent: agentActions, admin: adminActions };

/** Runs one random action of the device's user. */
export function act(story: Story, tab: Tab): Promise<unknown> {
  return (actionOfBug(story, tab) ?? actionWithAnswers(story, tab) ?? usualAction(story, tab))(story, tab).catch(
    ignoreNotSaved,
  );
}

function usualAction({ random }: Story, { device }: Tab): UserAction {
  const luck = random.next();
  return actionsOf[device.role].find(([limit]) => luck < limit)![1];
}

/** Ignores that a change was not saved: the user saw the error and still has the text. */
export function ignoreNotSaved(thrown: unknown): void {
  if (!(thrown instanceof NotSaved)) throw thrown;
}

async function sendNow(story: Story, tab: Tab): Promise<unknown> {
  await resendUndecided(tab.db);
  return sync(story, tab);
}

async function discardOne(story: Story, tab: Tab): Promise<void> {
  const item = story.random.pick(await outboxItems(tab));
  if (!item) return;
  const dependents = dependentsOf(item, await laneItems(tab.db, item.lane)).map(({ id }) => id);
  for (const id of [item.id, ...dependents]) story.discardRequested.add(id);
  const result = await discard(tab.db, item.id, dependents, tab.environment.transport);
  if (result === 'discarded') for (const id of [item.id, ...dependents]) story.discarded.add(id);
}

/** Retries a parked item, or accepts the other user's value in a conflict. */
async function retryOne(story: Story, tab: Tab): Promise<void> {
  const { random } = story;
  const item = random.pick((await outboxItems(tab)).filter(({ state }) => state === 'failed' || state === 'conflict'));
  if (!item) return;
  if (item.state === 'conflict' && random.chance(0.3)) {
    story.discardRequested.add(item.id);
    return resolveConflict(tab.db, item.id, 'theirs', tab.environment.runtime);
  }
  const patch = correctionOf(item);
  const queued = await retry(tab.db, item.id, patch, tab.environment);
  if (typeof queued !== 'object' || queued.id === item.id) return;
  const { id } = queued;
  continueUnderNewId(story, item.id, id);
  const intent = story.intents.get(id)!;
  story.intents.set(id, { ...intent, args: { ...intent.args, ...patch } });
}

async function amendOne(story: Story, tab: Tab): Promise<void> {
  const { random, server } = story;
  const item = random.pick((await outboxItems(tab)).filter(({ kind }) => kind in amendedField));
  if (!item) return;
  const seen = new Set((await outboxItems(tab)).map(({ id }) => id));
  const text = { [amendedField[item.kind]!]: `Amended ${random.id(server.now).slice(-6)}` };
  const patch = { ...text, ...story.bug?.amendedWith };
  const result = await amend(tab.db, item.id, patch, tab.environment);
  const changed = (await outboxItems(tab)).find(({ seq }) => seq === item.seq);
  if (result !== 'amended' || !changed) return;
  if (!seen.has(changed.id)) continueUnderNewId(story, item.id, changed.id);
  const intent = story.intents.get(changed.id)!;
  story.intents.set(changed.id, { ...intent, args: { ...intent.args, ...text } });
}

/** Records that an intent continues under a new id. */
function continueUnderNewId({ superseded, intents }: Story, old: string, id: string): void {
  superseded.set(old, id);
  intents.set(id, intents.get(old)!);
}

const outboxItems = (tab: Tab): Promise<OutboxItem[]> => tab.db.outbox.orderBy('seq').toArray();

async function order(story: Story, tab: Tab): Promise<void> {
  const { random, server, orders } = story;
  const product_id = 1 + random.below(prices.length);
  const key = random.id(server.now);
  orders.set(key, 'asked');
  const given = devicesWithOldApp.has(tab.device.name) ? {} : answersTo(product_id);
  const input = { product_id, price: prices[product_id - 1]!, ...given };
  const result = await makeMoneyCall(tab.db, placeOrder, input, { key, about: { product_id } }, tab.environment).catch(
    (thrown: unknown) => {
      ignoreNotSaved(thrown);
      // The user saw that nothing was done.
      orders.delete(key);
      return null;
    },
  );
  if (result && result.kind !== 'unknown') recordReport(story, key, result.kind === 'done' ? 'placed' : 'not placed');
}

async function settleOne(story: Story, tab: Tab): Promise<void> {
  const pledge = story.random.pick(await tab.db.pledges.where('state').equals('asked').toArray());
  if (pledge) await settle(tab.db, pledge.key, tab.environment.transport);
}

/** Shows the user the settled outcomes and dismisses them. */
export async function seeOutcomes(story: Story, tab: Tab): Promise<void> {
  const unseen = await readUnseen(tab.db);
  for (const { key, outcome } of unseen) recordReport(story, key, outcome === 'applied' ? 'placed' : 'not placed');
  await deleteSeen(
    tab.db,
    unseen.map(({ key }) => key),
  );
}

/** Cancels the orders in doubt, as a sign-out that discards them does; none of them may be placed. */
async function cancelOrdersInDoubt(story: Story, tab: Tab): Promise<void> {
  const cancelled = await cancelCallsInDoubt(tab.db, tab.environment.transport);
  for (const key of cancelled ?? []) recordReport(story, key, 'not placed');
}

/** Records an outcome that the user saw. It is a fault when it differs from an earlier one. */
function recordReport({ orders, faults }: Story, key: string, result: ReportedOutcome): void {
  const earlier = orders.get(key);
  if (earlier !== 'asked' && earlier !== result) faults.push(`reported "${result}" after "${earlier}" of order ${key}`);
  orders.set(key, result);
}
