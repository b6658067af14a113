import { expect } from '@playwright/test';
import { endpoints } from '../../src/contract/all.ts';
import { roleIds } from '../../src/contract/limits.ts';
import { can } from '../../src/contract/permissions.ts';
import type { Ticket } from '../../src/contract/tickets.ts';
import type { RunningServer } from '../support/running-server.ts';
import type { openShopDatabase } from '../support/shop-database.ts';
import { apiOf, type Api } from './api.ts';
import { rootAccount, type Account, type Language } from './sign-in.ts';

/* The records on which two agents work in two-agents.test.ts, and those that the server must have at the end. */

/** The number of tickets in the queue; the first agent answers the first twenty. */
const queueSize = 24;
/** The number of tickets in the bulk change. */
export const bulkSize = 40;

const languages: readonly Language[] = ['en', 'fr', 'ar'];

/** The language in which the customer of a ticket of the queue writes, from its place. */
export const languageAt = (place: number): Language => languages[(place - 1) % 3]!;

/** The subjects: of the queue, of those that the customer wrote about the same thing, and of the bulk change. */
export const queued = (place: number): string => `Orchid ${String(place).padStart(2, '0')}`;
export const again = (place: number): string => `Tulip ${String(place).padStart(2, '0')}`;
export const inBulk = (place: number): string => `Fern ${String(place).padStart(2, '0')}`;

const questions: Record<Language, string> = {
  en: 'Hello, I do not find the code of my order. Where is it, please?',
  fr: 'Bonjour, je ne trouve pas le code de ma commande. Où est-il, merci ?',
  ar: 'مرحباً، لا أجد رمز طلبي. أين أجده من فضلك؟',
};

const customers: Record<Language, Account & { name: string }> = {
  en: { name: 'Grace Holloway', email: 'grace@orchids.example', password: 'a good long phrase' },
  fr: { name: 'Élodie Marchand', email: 'elodie@orchids.example', password: 'une bonne phrase' },
  ar: { name: 'ليلى الحسن', email: 'layla@orchids.example', password: 'a good long phrase' },
};

const agents = {
  lea: { name: 'Lea Winter', email: 'lea@shop.example', password: 'a good long phrase' },
  omar: { name: 'Omar Sommer', email: 'omar@shop.example', password: 'another long phrase' },
};

/** A customer without tickets and orders, with a balance that no other amount equals. */
const stranger = {
  name: 'Zephyrine Quaintrelle',
  email: 'zephyrine.quaintrelle@hidden.example',
  password: 'une bonne phrase',
};

/** The name and the address of the stranger, the balances, the cost of a product (not the seconds of a time), and the fields of such values. */
export const closedToAgents =
  /zephyrine|quaintrelle|7[,.\s]?654[.,]32|4[,.\s]?321[.,]09|(?<!:)33[.,]77|"cost|"profit|balance_(?:before|after|added)|previous_balance/i;

export interface AgentsShift {
  lea: Account & { name: string };
  omar: Account & { name: string };
  /** The ids of the tickets by their subjects. */
  ids: ReadonlyMap<string, string>;
  root: Api;
  customers: Record<Language, Api>;
  strangerId: number;
}

type Shop = ReturnType<typeof openShopDatabase>;

/** Makes the agents, the customers with their tickets, oldest first, and what is closed to agents. */
export async function prepareAgents(server: RunningServer, shop: Shop): Promise<AgentsShift> {
  const root = await apiOf(server.url, await rootAccount(server));
  const make = async (person: object) => (await root.post<{ user: { id: number } }>('/api/users', person)).user.id;
  for (const agent of Object.values(agents)) await make({ ...agent, role_id: roleIds.agent });
  const strangerId = await make(stranger);
  for (const customer of Object.values(customers)) await make(customer);
  await shop.credit(stranger.email, 7654.32);
  await shop.credit(customers.en.email, 4321.09);
  const { category } = await root.post<{ category: { id: number } }>('/api/categories', { title: 'Orchids' });
  const fields = { title: 'Orchid pass', price: '41', cost: '33.77', category_ids: [category.id] };
  await root.post('/api/products', fields);
  const [en, fr, ar] = await Promise.all(languages.map((language) => apiOf(server.url, customers[language])));
  const apis = { en: en!, fr: fr!, ar: ar! };
  const ids = new Map<string, string>();
  const open = async (subject: string, language: Language) => {
    const text = { subject, type: 'general', priority: 'medium', content: questions[language] };
    const { ticket } = await apis[language].post<{ ticket: { id: string } }>('/api/tickets', text);
    ids.set(subject, ticket.id);
  };
  for (let place = 1; place <= queueSize; place += 1) await open(queued(place), languageAt(place));
  for (let place = 1; place <= 3; place += 1) await open(again(place), languageAt(place));
  for (let place = 1; place <= bulkSize; place += 1) await open(inBulk(place), 'en');
  return { ...agents, ids, root, customers: apis, strangerId };
}

/** What the agents have done, by the subject of the ticket: the texts and the changes in their order. */
export class Done {
  readonly texts = new Map<string, string[]>();
  readonly notes = new Map<string, string>();
  readonly files = new Map<string, string>();
  private readonly changes = new Map<string, string[]>();

  reply(subject: string, text: string): void {
    this.write(subject, text);
    this.change(subject, 'ticket.reply');
  }

  note(subject: string, text: string): void {
    this.write(subject, text);
    this.change(subject, 'ticket.note');
    this.notes.set(subject, text);
  }

  /** Notes a change by its name in the audit log. */
  change(subject: string, change: string): void {
    this.changes.set(subject, [...(this.changes.get(subject) ?? ['ticket.open']), change]);
  }

  /** Checks that the server has each message and change of the tickets once, in the order in which they were made. */
  async expectOnServer(shop: Shop, { ids, root, customers: apis }: AgentsShift): Promise<void> {
    const texts: Record<string, string[]> = {};
    for (const { email } of Object.values(customers))
      for (const prefix of ['Orchid', 'Tulip']) Object.assign(texts, await shop.textsBySubject(email, prefix));
    const subjects = [...ids.keys()].filter((subject) => !subject.startsWith('Fern')).toSorted();
    const wanted = subjects.map((subject) => [subject, this.texts.get(subject) ?? []]);
    expect(Object.fromEntries(Object.entries(texts).map(([subject, [, ...all]]) => [subject, all]))).toEqual(
      Object.fromEntries(wanted),
    );
    const history = await shop.history();
    const changesOf = (subject: string) =>
      history[`tickets:${ids.get(subject)}`]!.map((entry) => entry.split(' ')[0] ?? entry);
    expect(subjects.map((subject) => [subject, changesOf(subject)])).toEqual(
      subjects.map((subject) => [subject, this.changes.get(subject) ?? ['ticket.open']]),
    );
    for (const [subject, note] of this.notes) await expectHidden(note, ids.get(subject)!, root, Object.values(apis));
    for (const [subject, name] of this.files) {
      const { responses } = await readTicket(root, ids.get(subject)!);
      expect(responses.flatMap(({ attachments }) => attachments.map((file) => file.name))).toEqual([name]);
    }
  }

  private write(subject: string, text: string): void {
    this.texts.set(subject, [...(this.texts.get(subject) ?? []), text]);
  }
}

const readTicket = async (api: Api, id: string): Promise<Ticket> =>
  (await (await api.get(`/api/tickets/${id}`)).json()) as Ticket;

/** Checks that support reads a note of a ticket and its customer does not. */
async function expectHidden(note: string, id: string, root: Api, apis: readonly Api[]): Promise<void> {
  const { responses } = await readTicket(root, id);
  expect(responses.find(({ content }) => content === note)?.is_internal).toBe(true);
  for (const api of apis) expect(await (await api.get(`/api/tickets/${id}`)).text()).not.toContain(note);
}

/** Checks that the bulk change has set the status of all its tickets, of one after a conflict. */
export async function expectBulk(shop: Shop, { ids }: AgentsShift, conflict: number): Promise<void> {
  const history = await shop.history();
  for (let place = 1; place <= bulkSize; place += 1) {
    const before = place === conflict ? ['ticket.open', 'ticket.status closed'] : ['ticket.open'];
    expect(history[`tickets:${ids.get(inBulk(place))}`], inBulk(place)).toEqual([...before, 'ticket.status resolved']);
  }
}

/** Checks that the API refuses an agent every read of money and people; returns everything that it does answer. */
export async function readAllAs(agent: Api, { strangerId }: AgentsShift): Promise<string> {
  const texts: string[] = [];
  for (const { method, path, audience, name } of endpoints) {
    if (method !== 'GET' || audience === 'anyone' || name === 'syncEvents') continue;
    const answer = await agent.get(path.replace(/:\w+/g, String(strangerId)));
    if (audience === 'signedIn' || can('agent', audience)) texts.push(await answer.text());
    else expect([answer.status, name]).toEqual([403, name]);
  }
  return texts.join('\n');
}
