import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OpeningHours } from '../../contract/shop.ts';
import type { WaitingGoals } from '../../contract/waiting-goals.ts';
import { roleIds } from '../../contract/limits.ts';
import { useAccentName } from './accent-names.ts';
import { useFormatGoals } from './audit-goals.ts';
import { useDates } from './dates.ts';
import { emailKindNames } from './email-kinds.ts';
import { isolated } from './isolated.ts';
import { locales } from './locales.ts';
import { useSoldLines } from './audit-sold.ts';
import { useMoney } from './money.ts';
import { useHoursText } from './opening-hours.ts';
import { useStatuses } from './statuses.ts';
import { useTopupWords } from './topups.ts';

/** Returns the name of a record by the kind of record and its id; undefined when it is not known. */
export type NameOfRecord = (entity: string, id: unknown) => string | undefined;

/** The names of fields in the audit log; amounts in cents have the name of the amount. */
const names: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  notes: msg`Delivery notes`,
  file_id: msg`Delivery proof`,
  file_ids: msg`Attachments`,
  product_id: msg`Product`,
  product_variant_id: msg`Variant`,
  product_variants: msg`Variants`,
  total_cents: msg`Total`,
  refunded_cents: msg`Returned in part`,
  moved_cents: msg({ message: 'Balance of the customer', context: 'audit log' }),
  number: msg({ message: 'Number', context: 'audit log' }),
  subject: msg`Subject`,
  type: msg`Type`,
  priority: msg`Priority`,
  order_id: msg`Order`,
  assignee_id: msg`Assignee`,
  tags: msg`Tags`,
  snoozed_until: msg`Snoozed until`,
  merged_into: msg`Merged into`,
  title: msg`Title`,
  body: msg`Text`,
  description: msg`Description`,
  parent_id: msg`Parent category`,
  is_active: msg`Active`,
  position: msg`Position`,
  kind: msg`Kind`,
  topic: msg`Topic`,
  texts: msg`Text`,
  until: msg({ message: 'Until', context: 'audit log' }),
  name: msg`Name`,
  email: msg`E-mail`,
  username: msg`Username`,
  role_id: msg`Role`,
  balance: msg`Balance`,
  note: msg`Reason`,
  locale: msg`Language`,
  image: msg`Picture`,
  price_cents: msg`Price`,
  cost_cents: msg`Cost`,
  price: msg`Price`,
  cost: msg`Cost`,
  is_available: msg`Available`,
  is_on_promo: msg`On promotion`,
  has_variants: msg`Has variants`,
  sku: msg`SKU`,
  search_words: msg`Search words`,
  video_url: msg`Video link`,
  store_url: msg`Store link`,
  quantity: msg`Stock`,
  category_ids: msg`Categories`,
  order_fields: msg`Order fields`,
  quantity_min: msg`Smallest quantity`,
  quantity_step: msg`Step of the quantity`,
  quantity_max: msg`Largest quantity`,
  price_per: msg`Units per price`,
  round: msg({ message: 'Round', context: 'of asking to correct' }),
  keys: msg`What to correct`,
  text: msg`Text`,
  answers: msg`Answers`,
  delivery: msg`Delivery company`,
  hours: msg`Opening hours`,
  goals: msg`Hours until the answer`,
  sender_name: msg`Sender`,
  reply_to: msg`Address for replies`,
  amount: msg`Amount`,
  slip_number: msg`Number of the transfer`,
  method_id: msg`Method`,
  reason: msg`Reason`,
  alike: msg`Looks like`,
  steps: msg`Steps`,
  accounts: msg`Accounts to copy`,
  label: msg`Label`,
  value: msg`Value`,
  min: msg`Smallest amount`,
  max: msg`Largest amount`,
  proof: msg`Proof`,
  open_max: msg`Requests that wait`,
  day_max: msg`Requests of a day`,
  day_amount: msg`Sum of a day`,
  balance_max: msg`Largest balance`,
  ...emailKindNames,
  accent: msg`Colour`,
  logo: msg`Logo`,
  orders_window: msg`Orders of a customer`,
  tickets_window: msg`Tickets of a customer`,
  people_window: msg`Newest users, for admins`,
  all_orders_window: msg`Orders, for support`,
  all_tickets_window: msg`Tickets, for support`,
  movements_window: msg`Movements of the balance`,
  notifications_window: msg`Notifications`,
};

const orderQuantity = msg`Quantity`;

/** The records that fields refer to. */
const referredBy: Record<string, string> = {
  product_id: 'products',
  order_id: 'orders',
  assignee_id: 'users',
  parent_id: 'categories',
  category_ids: 'categories',
};

/** Returns the ids of the users to which the values of a change refer. */
export const usersIn = (fields: readonly { field: string; old_value: unknown; new_value: unknown }[]): number[] =>
  fields
    .filter(({ field }) => referredBy[field] === 'users')
    .flatMap(({ old_value: old, new_value: next }) => [old, next])
    .filter((id) => typeof id === 'number');

/** Values that are amounts in the shop's currency, besides those in cents. */
const amounts = new Set(['balance', 'price', 'cost', 'amount', 'min', 'max', 'day_amount', 'balance_max']);

/** Technical values that say nothing to a reader: ids of files and of variants, digests. */
const hidden = new Set(['response_id', 'digest', 'rev']);

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Returns the names of the fields of a kind of record, and their values in the user's language: a line for a plain
 * value, several for a list. `nameOf` names the records that values refer to.
 */
export function useAuditFields(entity: string, nameOf: NameOfRecord) {
  const { i18n } = useLingui();
  const plain = usePlainValue(entity, nameOf);
  const hoursText = useHoursText();
  const formatGoals = useFormatGoals();
  const soldLines = useSoldLines();
  const nameOfField = (field: string): string => {
    // The quantity of a product is its stock.
    if (entity === 'orders' && field === 'quantity') return i18n._(orderQuantity);
    return Object.hasOwn(names, field) ? i18n._(names[field]!) : (languageOf(field) ?? field);
  };
  const linesOf = (field: string, value: unknown): string[] => {
    if (isMissing(value)) return ['–'];
    const sold = soldLines(field, value);
    if (sold) return sold;
    if (field === 'hours') return [hoursText(value as OpeningHours) ?? '–'];
    if (field === 'goals') return formatGoals(value as WaitingGoals);
    if (Array.isArray(value)) return value.map((one) => inOneLine(linesOf(field, one)));
    if (typeof value !== 'object') return [plain(field, value as string | number | boolean)];
    return Object.entries(value as Record<string, unknown>)
      .filter(([inner, some]) => !isMissing(some) && isShown(inner) && inner !== 'id')
      .map(([inner, some]) => `${nameOfField(inner)}: ${linesOf(inner, some).map(isolated).join(' · ')}`);
  };
  return { nameOf: nameOfField, linesOf };
}

/** Returns whether a field says something to a reader. */
export const isShown = (field: string): boolean => !hidden.has(field);

const languageOf = (field: string): string | undefined =>
  Object.hasOwn(locales, field) ? locales[field as keyof typeof locales] : undefined;

function usePlainValue(entity: string, nameOf: NameOfRecord) {
  const { t } = useLingui();
  const numberText = useNumberText();
  const known = useKnownValues(entity);
  return (field: string, value: string | number | boolean): string => {
    if (typeof value === 'boolean' || isFlag(field)) return value ? t`Yes` : t`No`;
    const referred = referredBy[field];
    if (referred) return nameOf(referred, value) ?? `#${value}`;
    const number = typeof value === 'number' ? numberText(field, value) : undefined;
    return number ?? known[field]?.(String(value)) ?? shortened(String(value));
  };
}

/** Returns a function that writes amounts and times; undefined for other numbers. */
function useNumberText() {
  const { format } = useMoney();
  const dates = useDates();
  return (field: string, value: number): string | undefined => {
    if (field.endsWith('_cents')) return format(value / 100);
    if (amounts.has(field)) return format(value);
    return field === 'until' ? dates.full(value) : undefined;
  };
}

/** Flags are stored as 0 and 1. */
const isFlag = (field: string): boolean => /^(is|has)_/.test(field);

/** Returns the names of the values of fields that have a fixed set of them. */
function useKnownValues(entity: string): Record<string, (value: string) => string> {
  const { t } = useLingui();
  const dates = useDates();
  const statuses = useStatuses();
  const topups = useTopupWords();
  const status: Record<string, (value: string) => string> = {
    orders: (value) => statuses.order(value).label,
    tickets: (value) => statuses.ticket(value).label,
    topups: (value) => topups.status(value).label,
  };
  return {
    status: status[entity] ?? ((value) => (value === 'active' ? t`Active` : t`Inactive`)),
    ...(entity === 'tickets' && { type: statuses.ticketType }),
    ...(entity === 'topups' && { reason: topups.reason, alike: (value: string) => `#${value}` }),
    priority: statuses.priority,
    accent: useAccentName(),
    snoozed_until: (value) => dates.full(value),
    locale: (value) => languageOf(value) ?? value,
    role_id: (value) => (value === String(roleIds.admin) ? t`Admin` : t({ message: 'Customer', context: 'role' })),
    image: () => t({ message: 'A picture', context: 'audit log' }),
    logo: () => t({ message: 'A picture', context: 'audit log' }),
    file_id: () => t({ message: 'A file', context: 'audit log' }),
    file_ids: () => t({ message: 'A file', context: 'audit log' }),
  };
}

/** Several values in one line, each in its own direction. */
const inOneLine = (lines: readonly string[]): string =>
  lines.length === 1 ? lines[0]! : lines.map(isolated).join(' · ');

const longest = 400;

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
