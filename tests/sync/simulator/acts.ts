import { placeOrder } from '../../../src/contract/orders.ts';
import type { OutboxItem } from '../../../src/client/local/stored.ts';
import { amend } from '../../../src/client/sync/amend.ts';
import { cancelDoubts, pledgeCall, settle } from '../../../src/client/sync/money.ts';
import { dependents, discard, resendUndecided, resolveConflict, retry } from '../../../src/client/sync/outbox.ts';
import { markSeen, readUnseen } from '../../../src/client/sync/outcomes.ts';
import { pass } from '../../../src/client/sync/pass.ts';
import { NotSaved, storing } from '../../../src/client/sync/storage.ts';
import type { Tab } from './devices.ts';
import { deliver, readNotifications, setOrderStatus, switchCategory, switchProduct } from './changes.ts';
import { prices } from './stage.ts';
import type { Story, Told } from './story.ts';
import { assign, openTicket, reply, setManyPriorities, setPriority, setStatus } from './ticket-changes.ts';

/** Something a person does at a tab; resolves when the app has done its part. */
type Act = (story: Story, tab: Tab) => Promise<unknown>;

const customers: readonly [number, Act][] = [
  [0.17, openTicket],
  [0.37, reply],
  [0.42, readNotifications],
  [0.6, sync],
  [0.62, sendNow],
  [0.68, discardSomething],
  [0.75, retrySomething],
  [0.8, amendSomething],
  [0.9, order],
  [0.96, settleSomething],
  [0.98, lookAround],
  [1, giveUpOrders],
];

const admins: readonly [number, Act][] = [
  [0.14, reply],
  [0.26, setStatus],
  [0.31, setPriority],
  [0.33, setManyPriorities],
  [0.38, assign],
  [0.46, setOrderStatus],
  [0.54, deliver],
  [0.57, switchProduct],
  [0.6, switchCategory],
  [0.63, readNotifications],
  [0.78, sync],
  [0.8, sendNow],
  [0.85, discardSomething],
  [0.89, amendSomething],
  [1, retrySomething],
];

/** Does one thing a person of this device might do now. */
export function act(story: Story, tab: Tab): Promise<unknown> {
  if (story.bug?.restless && story.chance.happens(0.5)) return sync(story, tab).catch(unlessNotSaved);
  const luck = story.chance.next();
  const acts = tab.device.role === 'admin' ? admins : customers;
  const [, doing] = acts.find(([below]) => luck < below)!;
  return doing(story, tab).catch(unlessNotSaved);
}

/** A storage that failed is told to the person, who still has the text: nothing is owed. */
export function unlessNotSaved(thrown: unknown): void {
  if (!(thrown instanceof NotSaved)) throw thrown;
}

async function sync(_story: Story, { db, outside }: Tab): Promise<unknown> {
  return storing(db, () => pass(db, outside));
}

async function sendNow(story: Story, tab: Tab): Promise<unknown> {
  await resendUndecided(tab.db);
  return sync(story, tab);
}

async function discardSomething(story: Story, tab: Tab): Promise<void> {
  const item = story.chance.of(await waiting(tab));
  if (!item) return;
  const also = (await dependents(tab.db, item.id)).map(({ id }) => id);
  for (const id of [item.id, ...also]) story.dropping.add(id);
  const told = await discard(tab.db, item.id, also, tab.outside.line);
  if (told === 'discarded') for (const id of [item.id, ...also]) story.discarded.add(id);
}

async function retrySomething(story: Story, tab: Tab): Promise<void> {
  const { chance } = story;
  const item = chance.of((await waiting(tab)).filter(({ state }) => state === 'failed' || state === 'conflict'));
  if (!item) return;
  if (item.state === 'conflict' && chance.happens(0.3)) {
    story.dropping.add(item.id);
    return resolveConflict(tab.db, item.id, 'theirs', tab.outside.means);
  }
  const id = await retryParked(tab, item);
  if (id === null || id === item.id) return;
  goesOn(story, item.id, id);
}

async function amendSomething(story: Story, tab: Tab): Promise<void> {
  const { chance, stage } = story;
  const item = chance.of((await waiting(tab)).filter(({ kind }) => kind === 'ticket.reply'));
  if (!item) return;
  const seen = new Set((await waiting(tab)).map(({ id }) => id));
  const patch = { content: `Amended ${chance.id(stage.now).slice(-6)}`, ...story.bug?.amendedWith };
  const told = await amend(tab.db, item.id, patch, tab.outside);
  const changed = (await waiting(tab)).find(({ seq }) => seq === item.seq);
  if (told !== 'amended' || !changed) return;
  if (!seen.has(changed.id)) goesOn(story, item.id, changed.id);
  const intent = story.intents.get(changed.id)!;
  story.intents.set(changed.id, { ...intent, args: { ...intent.args, content: patch.content } });
}

/** The intent goes on under a new id. */
function goesOn({ superseded, intents }: Story, old: string, id: string): void {
  superseded.set(old, id);
  intents.set(id, intents.get(old)!);
}

/** Corrects what was wrong and sends again. */
async function retryParked(tab: Tab, item: OutboxItem): Promise<string | null> {
  if (item.kind === 'ticket.open') return retry(tab.db, item.id, { order_id: null }, tab.outside);
  const current = item.error?.details?.current;
  return retry(tab.db, item.id, current ? { from: current } : {}, tab.outside);
}

const waiting = (tab: Tab): Promise<OutboxItem[]> => tab.db.outbox.orderBy('seq').toArray();

async function order(story: Story, tab: Tab): Promise<void> {
  const { chance, stage, orders } = story;
  const product_id = 1 + chance.below(prices.length);
  const key = chance.id(stage.now);
  orders.set(key, 'asked');
  const input = { product_id, price: prices[product_id - 1]! };
  const told = await pledgeCall(tab.db, placeOrder, input, { key, about: { product_id } }, tab.outside).catch(
    (thrown: unknown) => {
      unlessNotSaved(thrown);
      // The person is told that nothing was done.
      orders.delete(key);
      return null;
    },
  );
  if (told && told.kind !== 'unknown') tell(story, key, told.kind === 'done' ? 'placed' : 'not placed');
}

async function settleSomething(story: Story, tab: Tab): Promise<void> {
  const pledge = story.chance.of(await tab.db.pledges.where('state').equals('asked').toArray());
  if (pledge) await settle(tab.db, pledge.key, tab.outside.line);
}

/** The person sees the outcomes that were found out, and dismisses them. */
export async function lookAround(story: Story, tab: Tab): Promise<void> {
  const unseen = await readUnseen(tab.db);
  for (const { key, outcome } of unseen) tell(story, key, outcome === 'applied' ? 'placed' : 'not placed');
  await markSeen(
    tab.db,
    unseen.map(({ key }) => key),
  );
}

/** Orders in doubt are canceled, as at a sign-out that discards them; the person counts on it that none was placed. */
async function giveUpOrders(story: Story, tab: Tab): Promise<void> {
  const canceled = await cancelDoubts(tab.db, tab.outside.line);
  for (const key of canceled ?? []) tell(story, key, 'not placed');
}

/** A person who was told one thing must never be told another. */
function tell({ orders, faults }: Story, key: string, told: Told): void {
  const before = orders.get(key);
  if (before !== 'asked' && before !== told) faults.push(`told "${told}" after "${before}" of order ${key}`);
  orders.set(key, told);
}
