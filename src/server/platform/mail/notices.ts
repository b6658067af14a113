import type { Selectable } from 'kysely';
import { localeTags, type Locale } from '../../../contract/locales.ts';
import { mailKinds, type MailKind } from '../../../contract/notifications.ts';
import type { Users } from '../database/schema.ts';
import type { TransactionContext } from '../database/transaction.ts';
import type { EmailValues } from './content.ts';
import { asLocale, queueEmail, safeInSentence } from './email.ts';
import { topupPath, topupValues, type TopupNotice } from './topup-values.ts';
import type { AnyEmailKind } from './words/kinds.ts';

/** The cause of a change of a balance: an admin added or subtracted, or an order was charged or its money returned. */
type BalanceCause = 'added' | 'subtracted' | 'returned' | 'charged';

/** The event that an e-mail is about, with its data. Amounts in cents; names and subjects as users wrote them. */
export type Notice = SecurityNotice | ShopNotice | TopupNotice;

type SecurityNotice =
  | { kind: 'account.changed'; email: boolean; password: boolean }
  | { kind: 'admin.made'; admin: { id: number; name: string } }
  | { kind: 'pin.locked' | 'pin.disabled'; admin: { id: number; name: string } };

type ShopNotice =
  | { kind: 'ticket.response'; ticket: { id: string; number: number; subject: string } }
  | { kind: 'order.delivered'; order: { id: number; product: string; total: number } }
  | { kind: 'order.ask'; order: { id: number; product: string } }
  | { kind: 'balance.changed'; cause: BalanceCause; amount: number; balance: number; orderId: number | null };

type Reader = Pick<
  Selectable<Users>,
  'id' | 'name' | 'email' | 'locale' | 'muted_mail' | 'is_active' | 'confirmed_at' | 'deleted_at'
>;

type NoticeContext = Pick<TransactionContext, 'tx' | 'now' | 'services'>;

/**
 * Queues one e-mail in the transaction of its cause, in the reader's language. `to` is the id of a user, or the row
 * from before the change: then the e-mail goes to the address of that row. Deleted users and unconfirmed addresses get
 * no e-mail, deactivated users only those about security, and a user gets none of the kinds switched off.
 */
export async function queueNotice(context: NoticeContext, to: number | Reader, notice: Notice): Promise<void> {
  const reader = typeof to === 'number' ? await readerOf(context, to) : to;
  if (!reader || !isWanted(reader, notice)) return;
  const { services } = context;
  const locale = asLocale(reader.locale);
  const words = { locale, money: moneyIn(services.settings.currency, locale), count: countIn(locale) };
  const email = {
    kind: kindOf(notice, reader),
    recipient: reader.email,
    locale,
    values: { name: safeInSentence(reader.name), ...valuesOf(notice, words) },
    link: services.publicUrl() + pathOf(notice, reader),
  };
  const onceKey = notice.kind === 'order.delivered' ? `order.delivered:${notice.order.id}` : null;
  await queueEmail(context.tx, email, context.now, onceKey);
}

const readerOf = ({ tx }: NoticeContext, id: number): Promise<Reader | undefined> =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale', 'muted_mail', 'is_active', 'confirmed_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The switch with which users turn off this e-mail; null where it is always sent. */
function switchOf({ kind }: Notice): MailKind | null {
  if (kind === 'topup.refused') return 'balance.changed';
  if (kind === 'order.ask') return 'order.delivered';
  return mailKinds.find((one) => one === kind) ?? null;
}

function isWanted(reader: Reader, notice: Notice): boolean {
  if (reader.deleted_at !== null || reader.confirmed_at === null) return false;
  const name = switchOf(notice);
  return name === null || (reader.is_active === 1 && !(JSON.parse(reader.muted_mail) as string[]).includes(name));
}

const isAboutTopups = (notice: Notice): notice is TopupNotice => notice.kind.startsWith('topup.');
const isOfShop = (notice: Notice): notice is ShopNotice =>
  notice.kind === 'order.ask' || mailKinds.some((kind) => kind === notice.kind);

function kindOf(notice: Notice, reader: Reader): AnyEmailKind {
  if (isAboutTopups(notice)) return topupKind(notice);
  return isOfShop(notice) ? shopKind(notice) : securityKind(notice, reader);
}

function securityKind(notice: SecurityNotice, reader: Reader): AnyEmailKind {
  if (notice.kind === 'account.changed') {
    if (notice.email && notice.password) return 'account_changed';
    return notice.email ? 'address_changed' : 'password_changed';
  }
  const { kind, admin } = notice;
  const isOwn = admin.id === reader.id;
  if (kind === 'admin.made') return 'new_admin';
  if (kind === 'pin.locked') return isOwn ? 'own_pin_locked' : 'pin_locked';
  return isOwn ? 'own_pin_disabled' : 'pin_disabled';
}

function shopKind(notice: ShopNotice): AnyEmailKind {
  switch (notice.kind) {
    case 'ticket.response':
      return 'ticket_reply';
    case 'order.delivered':
      return 'order_delivered';
    case 'order.ask':
      return 'order_ask';
    case 'balance.changed':
      return `balance_${notice.cause}`;
  }
}

function topupKind(notice: TopupNotice): AnyEmailKind {
  switch (notice.kind) {
    case 'topup.refused':
      return notice.topup.note ? 'topup_refused_with_note' : 'topup_refused';
    case 'topup.waiting':
      return 'topup_reminder';
    case 'topup.method':
      return 'topup_method_changed';
  }
}

function valuesOf(notice: Notice, words: Parameters<typeof topupValues>[1]): EmailValues {
  if (isAboutTopups(notice)) return topupValues(notice, words);
  const { money } = words;
  switch (notice.kind) {
    case 'ticket.response':
      return { number: String(notice.ticket.number), subject: safeInSentence(notice.ticket.subject) };
    case 'order.delivered': {
      const { id, product, total } = notice.order;
      return { number: String(id), product: safeInSentence(product), total: money(total) };
    }
    case 'order.ask':
      return { number: String(notice.order.id), product: safeInSentence(notice.order.product) };
    case 'balance.changed': {
      const { amount, balance, orderId } = notice;
      return { number: String(orderId), amount: money(amount), balance: money(balance) };
    }
    case 'account.changed':
      return {};
    case 'admin.made':
    case 'pin.locked':
    case 'pin.disabled':
      return { admin: safeInSentence(notice.admin.name) };
  }
}

/** The path of the page that shows what the e-mail is about. */
const pathOf = (notice: Notice, reader: Reader): string =>
  isAboutTopups(notice) ? topupPath(notice) : pathOfOthers(notice, reader);

function pathOfOthers(notice: Exclude<Notice, Parameters<typeof topupPath>[0]>, reader: Reader): string {
  switch (notice.kind) {
    case 'account.changed':
      return '/';
    case 'admin.made':
      return `/admin/users/${notice.admin.id}`;
    case 'pin.locked':
    case 'pin.disabled':
      return notice.admin.id === reader.id ? '/dashboard/settings' : `/admin/users/${notice.admin.id}`;
    case 'ticket.response':
      return `/user/tickets/${notice.ticket.id}`;
    case 'order.delivered':
    case 'order.ask':
      return '/user/orders';
    case 'balance.changed':
      return '/dashboard';
  }
}

/** Returns a function that formats amounts as the app does: with the currency's symbol and two decimals. */
export function moneyIn(currency: string, locale: Locale): (cents: number) => string {
  const shape = { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const format = new Intl.NumberFormat(localeTags[locale], shape);
  return (cents) => format.format(cents / 100);
}

const countIn = (locale: Locale): ((value: number) => string) => {
  const format = new Intl.NumberFormat(localeTags[locale]);
  return (value) => format.format(value);
};
