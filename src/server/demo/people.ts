import type { Selectable } from 'kysely';
import { roleIds } from '../../contract/limits.ts';
import type { RoleName } from '../../contract/permissions.ts';
import type { Locale } from '../../contract/locales.ts';
import { fold, searchText } from '../../contract/search.ts';
import type { Users } from '../platform/database/schema.ts';
import { demoDomain } from '../platform/demo-accounts.ts';
import { demoData, type DemoPerson } from './data.ts';
import type { Random } from './random.ts';
import { day, historyDays, hour, randomTimeAfter, minute } from './times.ts';

export type UserRow = Selectable<Users>;

export interface Secrets {
  passwordHash: string;
  pinHash: string;
}

/** `weight` is the share of orders; the customer orders until the moment `until` (ms since epoch). */
export interface Customer {
  row: UserRow;
  weight: number;
  until: number;
  /** Whether credit is added only as far as the next order needs it. */
  isThrifty: boolean;
}

export interface People {
  rows: UserRow[];
  /** The active admins. */
  admins: UserRow[];
  /** The active admins and agents, who answer tickets. */
  support: UserRow[];
  /** Customers with a confirmed address, in the order they registered. */
  customers: Customer[];
}

const { accounts, colleagues, customers, mailDomains, moreNames } = demoData.people;

interface NamedPerson {
  id: number;
  role: RoleName;
  name: string;
  email: string;
  locale: Locale;
}

/** The five people whose accounts `npm start` prints, first in the table: root has id 1. */
export const namedPeople = {
  root: namedPerson(1, 'admin', accounts.root),
  sara: namedPerson(2, 'admin', accounts.sara),
  amina: namedPerson(3, 'user', accounts.amina),
  karim: namedPerson(4, 'user', accounts.karim),
  marc: namedPerson(5, 'agent', accounts.marc),
};

/** Makes all users of a shop, seven at least: balances are 0 until the ledger is made. */
export function makePeople(count: number, now: number, secrets: Secrets, random: Random): People {
  const shopOpenedAt = now - (historyDays + 30) * day;
  const people: People = { rows: [], admins: [], support: [], customers: [] };
  for (const [index, person] of Object.values(namedPeople).entries()) {
    add({ ...person, at: shopOpenedAt + index * 3 * hour, hasPin: person.role === 'admin' });
  }
  for (const [index, colleague] of colleagues.entries()) {
    add({
      ...withEmail(colleague, demoDomain),
      role: 'admin',
      at: shopOpenedAt + (20 + 90 * index) * day,
      hasPin: false,
    });
  }
  const customerCount = Math.max(0, count - people.rows.length);
  for (let index = 0; index < customerCount; index++) {
    const person = otherCustomer(index, random);
    add({
      ...person,
      role: 'user',
      at: registrationTime(index / customerCount, shopOpenedAt, now, random),
      hasPin: false,
    });
  }
  return people;

  function add(registration: Registration): void {
    const row = userRow(people.rows.length + 1, registration, secrets, now);
    people.rows.push(row);
    if (row.role_id === roleIds.user) addCustomer(row);
    else addSupport(row);
  }

  function addSupport(row: UserRow): void {
    row.is_active = row.id === 7 ? 0 : 1; // one admin is deactivated
    if (row.is_active) people.support.push(row);
    if (row.is_active && row.role_id === roleIds.admin) people.admins.push(row);
    setLogins(row, now, random);
  }

  function addCustomer(row: UserRow): void {
    if (isUnconfirmed(row, now)) {
      row.confirmed_at = null;
      row.is_active = 0;
      return;
    }
    row.confirmed_at = row.created_at + random.int(2, 90) * minute;
    const hasLeft = row.id > 4 && row.id % 19 === 0;
    if (hasLeft) row.is_active = 0;
    else setLogins(row, now, random);
    const weights: Record<number, number> = { [namedPeople.amina.id]: 5, [namedPeople.karim.id]: 1.4 };
    const weight = weights[row.id] ?? 0.25 + random.next() ** 3 * 5;
    people.customers.push({
      row,
      weight,
      until: hasLeft ? now - 75 * day : now,
      isThrifty: row.id === namedPeople.karim.id || random.chance(0.25),
    });
  }
}

/** Draws one of the admins who were registered at that moment (ms). */
export const adminAt = (admins: readonly UserRow[], at: number, random: Random): UserRow =>
  random.pick(admins.filter((admin) => admin.created_at <= at));

/** The language of the user's e-mails. */
export const localeOf = (row: UserRow): Locale => row.locale as Locale; // written by userRow

/** Draws the language in which a user writes a text: mostly the language of their e-mails; amina uses all three. */
export function languageOf(row: UserRow, random: Random): Locale {
  return random.chance(row.id === namedPeople.amina.id ? 0.55 : 0.92) ? localeOf(row) : random.pick(['en', 'fr', 'ar']);
}

interface Registration {
  name: string;
  email: string;
  locale: Locale;
  role: RoleName;
  at: number;
  hasPin: boolean;
}

/** A third of those who registered in the last days have not confirmed their address. */
const isUnconfirmed = (row: UserRow, now: number): boolean =>
  row.id > 4 && row.id % 3 === 0 && row.created_at >= now - 6 * day;

function userRow(
  id: number,
  { name, email, locale, role, at, hasPin }: Registration,
  secrets: Secrets,
  now: number,
): UserRow {
  const username = id <= 4 || id % 5 === 0 ? email.slice(0, email.indexOf('@')) : null;
  return {
    id,
    name,
    email,
    username,
    password_hash: secrets.passwordHash,
    pin_hash: hasPin ? secrets.pinHash : null,
    pin_failures: 0,
    pin_locked_until: null,
    role_id: roleIds[role],
    is_active: 1,
    confirmed_at: at + minute,
    locale,
    muted_mail: '[]',
    muted_notifications: '[]',
    balance_cents: 0,
    login_times: 0,
    last_login_at: null,
    last_action_at: null,
    search_text: searchText([name, email, username]),
    sort_key: fold(name),
    created_at: at,
    updated_at: Math.min(now, at + minute),
    deleted_at: null,
    rev: 1,
  };
}

function setLogins(row: UserRow, now: number, random: Random): void {
  const age = Math.max(1, Math.floor((now - row.created_at) / day));
  row.login_times = 1 + random.int(Math.floor(age / 8), Math.floor(age / 3));
  row.last_login_at = randomTimeAfter(Math.max(row.created_at, now - random.int(1, 20) * day), 12 * hour, now, random);
  row.last_action_at = randomTimeAfter(row.last_login_at, 20 * minute, now, random);
}

function namedPerson(id: number, role: RoleName, person: DemoPerson): NamedPerson {
  return { id, role, ...withEmail(person, demoDomain) };
}

function otherCustomer(index: number, random: Random): Pick<Registration, 'name' | 'email' | 'locale'> {
  const domain = mailDomains[index % mailDomains.length]!;
  const customer = customers[index];
  if (customer) return withEmail(customer, domain);
  const locale = random.weighted<Locale>({ en: 3, fr: 4, ar: 4 });
  const name = `${random.pick(moreNames[locale].first)} ${random.pick(moreNames[locale].family)}`;
  return { name, email: `customer.${index + 1}@${domain}`, locale };
}

function withEmail({ name, mailbox, locale }: DemoPerson, domain: string) {
  return { name, email: `${mailbox}@${domain}`, locale };
}

/** A third of the customers registered before the history begins, the others after that, the newest this week. */
function registrationTime(share: number, shopOpenedAt: number, now: number, random: Random): number {
  const since = now - historyDays * day;
  if (share < 0.34) return shopOpenedAt + Math.floor((share / 0.34) * 25 * day) + random.int(13, 40) * hour;
  const step = (share - 0.34) / 0.66;
  return since + Math.floor(step ** 0.8 * (historyDays - 1) * day) + random.int(0, 20 * 60) * minute;
}
