import type { Selectable } from 'kysely';
import { roleIds } from '../../contract/limits.ts';
import { fold, searchText } from '../../contract/search.ts';
import type { Users } from '../platform/database/schema.ts';
import { knownPeople, mailDomains, moreNames, type Known, type Locale } from './people-names.ts';
import type { Random } from './random.ts';
import { day, historyDays, hour, later, minute } from './times.ts';

export type UserRow = Selectable<Users>;

export interface Secrets {
  passwordHash: string;
  pinHash: string;
}

/** How much a customer buys, and how: `weight` is the share of orders, `until` the last moment of any (ms). */
export interface Customer {
  row: UserRow;
  weight: number;
  until: number;
  /** Charges the balance with just what is needed. */
  thrifty: boolean;
}

export interface People {
  rows: UserRow[];
  admins: UserRow[];
  /** Those who may have orders and tickets, in the order they joined. */
  customers: Customer[];
}

/** The four people the demo prints, first in the table: root has id 1. */
export const named = {
  root: { id: 1, name: 'Idris Mansour', email: 'root@comptoir.example', locale: 'en', role: 'admin' },
  sara: { id: 2, name: 'Sara Belkacem', email: 'sara@comptoir.example', locale: 'fr', role: 'admin' },
  amina: { id: 3, name: 'Amina Haddad', email: 'amina@comptoir.example', locale: 'en', role: 'user' },
  karim: { id: 4, name: 'Karim Benslimane', email: 'karim@comptoir.example', locale: 'fr', role: 'user' },
} as const;

/** Colleagues of sara; the last one has left. */
const colleagues: readonly Known[] = [
  ['Marc Delorme', 'marc.delorme', 'fr'],
  ['هدى الشيباني', 'huda.shibani', 'ar'],
  ['Olivia Grant', 'olivia.grant', 'en'],
];

/** Makes everybody of a shop with `count` users (seven at least): balances are 0 until the ledger is written. */
export function makePeople(count: number, now: number, secrets: Secrets, random: Random): People {
  const opened = now - (historyDays + 30) * day;
  const people: People = { rows: [], admins: [], customers: [] };
  for (const [index, one] of Object.values(named).entries()) {
    add({
      known: [one.name, one.email, one.locale],
      role: one.role,
      at: opened + index * 3 * hour,
      pin: one.role === 'admin',
    });
  }
  for (const [index, one] of colleagues.entries()) {
    add({
      known: [one[0], `${one[1]}@comptoir.example`, one[2]],
      role: 'admin',
      at: opened + (20 + 90 * index) * day,
      pin: false,
    });
  }
  const guests = Math.max(0, count - people.rows.length);
  for (let index = 0; index < guests; index++) {
    add({ known: guest(index, random), role: 'user', at: joined(index / guests, opened, now, random), pin: false });
  }
  return people;

  function add(one: Joining): void {
    const row = userRow(people.rows.length + 1, one, secrets, now);
    people.rows.push(row);
    if (row.role_id === roleIds.admin) addAdmin(row);
    else addCustomer(row);
  }

  function addAdmin(row: UserRow): void {
    row.is_active = row.id === 7 ? 0 : 1;
    if (row.is_active) people.admins.push(row);
    visit(row, now, random);
  }

  function addCustomer(row: UserRow): void {
    if (unconfirmed(row, now)) return;
    row.confirmed_at = row.created_at + random.int(2, 90) * minute;
    const gone = row.id > 4 && row.id % 19 === 0;
    if (gone) row.is_active = 0;
    else visit(row, now, random);
    const weights: Record<number, number> = { 3: 5, 4: 1.4 };
    const weight = weights[row.id] ?? 0.25 + random.next() ** 3 * 5;
    people.customers.push({
      row,
      weight,
      until: gone ? now - 75 * day : now,
      thrifty: row.id === named.karim.id || random.chance(0.25),
    });
  }
}

/** One of the admins who were there at that moment (ms). */
export const adminAt = (admins: readonly UserRow[], at: number, random: Random): UserRow =>
  random.pick(admins.filter((admin) => admin.created_at <= at));

/** The language of what somebody writes: mostly the own one; amina writes all three. */
export function tongueOf(row: UserRow, random: Random): Locale {
  const own = row.locale as Locale; // written below
  return random.chance(row.id === named.amina.id ? 0.55 : 0.92) ? own : random.pick(['en', 'fr', 'ar']);
}

interface Joining {
  known: readonly [name: string, email: string, locale: Locale];
  role: 'user' | 'admin';
  at: number;
  pin: boolean;
}

/** Somebody whose confirmation letter is still unread: joined in the last days and did not click. */
function unconfirmed(row: UserRow, now: number): boolean {
  if (row.id <= 4 || row.id % 3 !== 0 || row.created_at < now - 6 * day) return false;
  row.confirmed_at = null;
  row.is_active = 0;
  return true;
}

function userRow(
  id: number,
  { known: [name, email, locale], role, at, pin }: Joining,
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
    pin_hash: pin ? secrets.pinHash : null,
    pin_failures: 0,
    pin_locked_until: null,
    role_id: roleIds[role],
    is_active: 1,
    confirmed_at: at + minute,
    locale,
    muted_mail: '[]',
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

function visit(row: UserRow, now: number, random: Random): void {
  const age = Math.max(1, Math.floor((now - row.created_at) / day));
  row.login_times = 1 + random.int(Math.floor(age / 8), Math.floor(age / 3));
  row.last_login_at = later(Math.max(row.created_at, now - random.int(1, 20) * day), 12 * hour, now, random);
  row.last_action_at = later(row.last_login_at, 20 * minute, now, random);
}

function guest(index: number, random: Random): Known {
  const known = knownPeople[index];
  if (known) return [known[0], `${known[1]}@${mailDomains[index % mailDomains.length]!}`, known[2]];
  const locale = random.weighted<Locale>({ en: 3, fr: 4, ar: 4 });
  const name = `${random.pick(moreNames[locale].first)} ${random.pick(moreNames[locale].family)}`;
  return [name, `customer.${index + 1}@${mailDomains[index % mailDomains.length]!}`, locale];
}

/** A third was there when the books begin; the others joined since, the newest this week. */
function joined(share: number, opened: number, now: number, random: Random): number {
  const since = now - historyDays * day;
  if (share < 0.34) return opened + Math.floor((share / 0.34) * 25 * day) + random.int(13, 40) * hour;
  const step = (share - 0.34) / 0.66;
  return since + Math.floor(step ** 0.8 * (historyDays - 1) * day) + random.int(0, 20 * 60) * minute;
}
