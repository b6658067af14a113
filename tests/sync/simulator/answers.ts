import type { MutationArgs, MutationKind } from '../../../src/contract/mutations.ts';
import { openOrderStatuses } from '../../../src/contract/order-rules.ts';
import type { SyncAnswer } from '../../../src/contract/sync.ts';
import { syncProtocol } from '../../../src/contract/sync-limits.ts';
import { actions } from '../../../src/client/actions/all.ts';
import { addresses } from '../../../src/client/api/addresses.ts';
import type { Tab } from './devices.ts';
import { sync } from './flows.ts';
import { devicesWithOldApp } from './old-apps.ts';
import { queue } from './queue.ts';
import { orderFields, userIds } from './simulated-shop.ts';
import type { Story } from './story.ts';

/** An answer to the field `player` that the server refuses: an earlier form allowed it. */
export const tooShort = '12';

const someNumber = ({ random }: Story): string => String(10_000_000 + random.below(90_000_000));

const newAnswer = (story: Story, id: string): MutationArgs<'answer.save'> => ({
  id,
  save_as: 'game_id',
  name: story.random.pick(['Me', 'My brother', 'My sister'])!,
  value: someNumber(story),
});

/** Keeps an answer for other orders, or changes one that is kept. An old app cannot. */
export async function saveAnswer(story: Story, tab: Tab): Promise<void> {
  const { random, server, scheduler } = story;
  if (devicesWithOldApp.has(tab.device.name)) return;
  const kept = random.chance(0.4) ? random.pick(await keptOn(tab)) : undefined;
  // The form is open: the answer may be forgotten meanwhile.
  if (random.chance(0.3)) await scheduler.wait(tab, 'the answer is written');
  await queue(story, tab, 'answer.save', { args: newAnswer(story, kept ?? random.id(server.now)) });
}

export async function forgetAnswer(story: Story, tab: Tab): Promise<void> {
  const id = story.random.pick(await keptOn(tab));
  if (id) await queue(story, tab, 'answer.forget', { args: { id } });
}

const keptOn = async ({ db }: Tab): Promise<string[]> =>
  (await db.saved_answers.toCollection().primaryKeys()).toSorted();

const oftenActions = {
  customer: [
    keepForAWhile,
    forgetAnswer,
    correctOrder,
    correctOrder,
    correctWhenAsked,
    correctWhenAsked,
    correctWhenAsked,
  ],
  // Support closes no orders: customers could correct nothing.
  support: [askToCorrect, sync],
};

/** An action in a run with many answers. */
export const actionWithAnswers = ({ bug, random }: Story, { device }: Tab) =>
  bug?.answersOften ? random.pick(oftenActions[device.role === 'user' ? 'customer' : 'support']) : undefined;

/** Keeps an answer, and forgets one when the server may have it. */
async function keepForAWhile(story: Story, tab: Tab): Promise<void> {
  await saveAnswer(story, tab);
  await sync(story, tab);
  await forgetAnswer(story, tab);
}

/** Corrects an order after support has asked for that. */
async function correctWhenAsked(story: Story, tab: Tab): Promise<void> {
  await askAsColleague(story);
  await sync(story, tab);
  await correctOrder(story, tab);
}

/** Corrects an order as support has asked; one in ten corrections is one that the server refuses. An old app cannot. */
export async function correctOrder(story: Story, tab: Tab): Promise<void> {
  const { random, scheduler } = story;
  if (devicesWithOldApp.has(tab.device.name)) return;
  const order = random.pick((await tab.db.orders.orderBy('id').toArray()).filter(({ ask }) => ask));
  if (!order?.ask) return;
  const { round, keys } = order.ask;
  const answers = Object.fromEntries(keys.map((key) => [key, random.chance(0.1) ? tooShort : someNumber(story)]));
  // The form is open: support may ask again meanwhile.
  if (random.chance(0.5)) await scheduler.wait(tab, 'the correction is written');
  if (random.chance(story.bug?.answersOften ? 1 : 0.2)) await askAbout(story, order.id, round + 1);
  await queue(story, tab, 'order.answers', { args: { order_id: order.id, round, answers } });
}

/** Asks on a device of support to correct an order, also one that is closed or asked about meanwhile. */
export async function askToCorrect(story: Story, tab: Tab): Promise<void> {
  const orders = await tab.db.orders.orderBy('id').toArray();
  const order = story.random.pick(orders.filter(({ items }) => items.some(({ answers }) => answers)));
  if (!order || devicesWithOldApp.has(tab.device.name)) return;
  const asked = Math.max(order.ask?.round ?? 0, ...order.items.map((item) => item.answers_round ?? 0));
  await queue(story, tab, 'order.ask', { args: newAsk(story, order.id, asked + 1) });
}

const newAsk = ({ random }: Story, order_id: number, round: number): MutationArgs<'order.ask'> => {
  const keys = orderFields.map(({ key }) => key);
  return { order_id, round, keys: random.chance(0.1) ? keys.slice(0, 1) : keys, text: `Please look again (${round})` };
};

/** An admin whose device is not simulated asks for the next round of an order, or once more for the one before. */
export async function askAsColleague(story: Story): Promise<void> {
  const { random, server } = story;
  const query = server.db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.id', 'answers_round'])
    .where('answers', 'is not', null);
  const open = random.chance(0.9) ? query.where('status', 'in', openOrderStatuses) : query;
  const order = random.pick(await open.orderBy('orders.id').execute());
  if (!order) return;
  const round = Math.max(1, order.answers_round + (random.chance(0.85) ? 1 : 0));
  await askAbout(story, order.id, round);
}

const askAbout = (story: Story, order: number, round: number): Promise<void> =>
  send(story, 'colleague', 'order.ask', newAsk(story, order, round));

/** The customer saves or forgets an answer on a device that is not simulated. */
export async function saveElsewhere(story: Story): Promise<void> {
  const { random, server } = story;
  const query = server.db.selectFrom('saved_answers').select('id').where('user_id', '=', userIds.amina);
  const saved = random.pick(await query.orderBy('id').execute());
  const id = saved && random.chance(0.8) ? saved.id : random.id(server.now);
  if (saved && random.chance(0.3)) await send(story, 'elsewhere', 'answer.forget', { id });
  else await send(story, 'elsewhere', 'answer.save', newAnswer(story, id));
}

/** Sends one change as a device without a queue does. */
async function send<Kind extends MutationKind>(
  { server, random, colleagueChanges }: Story,
  token: string,
  kind: Kind,
  args: MutationArgs<Kind>,
): Promise<void> {
  const id = random.id(server.now);
  const request = { protocol: syncProtocol, epoch: null, cursor: null, before: null };
  const body = JSON.stringify({ ...request, mutations: [{ id, kind, v: 1, lane: actions[kind].lane(args), args }] });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await server.handle({ method: 'POST', path: addresses.sync.path, headers, body });
  if (answer.status !== 200) return;
  const [result] = (JSON.parse(answer.body) as SyncAnswer).results;
  if (result?.status === 200) colleagueChanges.set(id, { kind, args });
}
