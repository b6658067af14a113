import type { Selectable } from 'kysely';
import { localeTags, type Locale } from '../../../contract/locales.ts';
import { mailKinds } from '../../../contract/notifications.ts';
import type { Means } from '../context.ts';
import type { Users } from '../database/schema.ts';
import type { Work } from '../database/transaction.ts';
import { asLocale, queueLetter, quotedName } from './letter.ts';
import { noticeWords, type BalanceCause, type NoticeWords, type Said } from './words/words.ts';

/** What an e-mail is about. Amounts in cents; names and subjects as people wrote them. */
export type Notice = SecurityNotice | ShopNotice;

type SecurityNotice =
  | { kind: 'account.changed'; email: boolean; password: boolean }
  | { kind: 'admin.made'; admin: { id: number; name: string } }
  | { kind: 'pin.locked' | 'pin.disabled'; admin: { id: number; name: string } };

type ShopNotice =
  | { kind: 'ticket.response'; ticket: { id: string; number: number; subject: string } }
  | { kind: 'order.delivered'; order: { id: number; product: string; total: number } }
  | { kind: 'balance.changed'; cause: BalanceCause; amount: number; balance: number; orderId: number | null };

type Reader = Pick<
  Selectable<Users>,
  'id' | 'name' | 'email' | 'locale' | 'muted_mail' | 'is_active' | 'confirmed_at' | 'deleted_at'
>;

type Act = Pick<Work, 'tx' | 'now'> & { means: Pick<Means, 'home' | 'settings'> };

/**
 * Queues one e-mail in the transaction of its cause, in the reader's language. `to` is the id of a user, or the row from
 * before the change: then the e-mail goes to the address of that row. Nobody gets one at an address that was never
 * confirmed, and what a person has switched off, or a deactivated person may not see, is left out.
 */
export async function queueNotice(act: Act, to: number | Reader, notice: Notice): Promise<void> {
  const reader = typeof to === 'number' ? await readerOf(act, to) : to;
  if (!reader || !wants(reader, notice)) return;
  const locale = asLocale(reader.locale);
  const { subject, body, advice, button } = said(noticeWords[locale], notice, { reader, money: moneyIn(act, locale) });
  const letter = {
    recipient: reader.email,
    locale,
    subject,
    paragraphs: [noticeWords[locale].hello(quotedName(reader.name)), body, ...(advice ? [advice] : [])],
    button: { label: button, link: act.means.home() + pathOf(notice, reader) },
  };
  const onceKey = notice.kind === 'order.delivered' ? `order.delivered:${notice.order.id}` : null;
  await queueLetter(act.tx, letter, act.now, onceKey);
}

const readerOf = ({ tx }: Act, id: number): Promise<Reader | undefined> =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale', 'muted_mail', 'is_active', 'confirmed_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();

const isOfShop = (notice: Notice): notice is ShopNotice => mailKinds.some((kind) => kind === notice.kind);

function wants(reader: Reader, notice: Notice): boolean {
  if (reader.deleted_at !== null || reader.confirmed_at === null) return false;
  if (!isOfShop(notice)) return true;
  return reader.is_active === 1 && !(JSON.parse(reader.muted_mail) as string[]).includes(notice.kind);
}

interface About {
  reader: Reader;
  money: (cents: number) => string;
}

function said(words: NoticeWords, notice: Notice, { reader, money }: About): Said {
  return isOfShop(notice) ? saidOfShop(words, notice, money) : saidOfSecurity(words, notice, reader);
}

function saidOfSecurity(words: NoticeWords, notice: SecurityNotice, reader: Reader): Said {
  if (notice.kind === 'account.changed') {
    if (notice.email && notice.password) return words.emailAndPasswordChanged;
    return notice.email ? words.emailChanged : words.passwordChanged;
  }
  const { kind, admin } = notice;
  const isOwn = admin.id === reader.id;
  const name = quotedName(admin.name);
  if (kind === 'admin.made') return words.adminMade(name);
  if (kind === 'pin.locked') return isOwn ? words.ownPinLocked : words.pinLocked(name);
  return isOwn ? words.ownPinDisabled : words.pinDisabled(name);
}

function saidOfShop(words: NoticeWords, notice: ShopNotice, money: About['money']): Said {
  switch (notice.kind) {
    case 'ticket.response':
      return words.ticketReply({ number: notice.ticket.number, subject: quotedName(notice.ticket.subject) });
    case 'order.delivered': {
      const { id, product, total } = notice.order;
      return words.orderDelivered({ id, product: quotedName(product), total: money(total) });
    }
    case 'balance.changed': {
      const { cause, amount, balance, orderId } = notice;
      return words.balanceChanged({ cause, amount: money(amount), balance: money(balance), orderId });
    }
  }
}

/** The page of the app that shows what the e-mail is about. */
function pathOf(notice: Notice, reader: Reader): string {
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
      return '/user/orders';
    case 'balance.changed':
      return '/dashboard';
  }
}

/** Amounts as the app shows them: with the currency's symbol and two decimals. */
function moneyIn({ means }: Act, locale: Locale): (cents: number) => string {
  const { currency } = means.settings;
  const shape = { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const format = new Intl.NumberFormat(localeTags[locale], shape);
  return (cents) => format.format(cents / 100);
}
