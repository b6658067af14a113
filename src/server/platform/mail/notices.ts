import type { Selectable } from 'kysely';
import { localeTags, type Locale } from '../../../contract/locales.ts';
import { mailKinds } from '../../../contract/notifications.ts';
import type { Users } from '../database/schema.ts';
import type { TransactionContext } from '../database/transaction.ts';
import { asLocale, queueEmail, safeInSentence } from './email.ts';
import { noticeWords, type BalanceCause, type NoticeWords, type EmailText } from './words/words.ts';

/** The event that an e-mail is about, with its data. Amounts in cents; names and subjects as users wrote them. */
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

type NoticeContext = Pick<TransactionContext, 'tx' | 'now' | 'services'>;

/**
 * Queues one e-mail in the transaction of its cause, in the reader's language. `to` is the id of a user, or the row
 * from before the change: then the e-mail goes to the address of that row. Deleted users and unconfirmed addresses get
 * no e-mail, deactivated users only those about security, and a user gets none of the kinds switched off.
 */
export async function queueNotice(context: NoticeContext, to: number | Reader, notice: Notice): Promise<void> {
  const reader = typeof to === 'number' ? await readerOf(context, to) : to;
  if (!reader || !isWanted(reader, notice)) return;
  const locale = asLocale(reader.locale);
  const { subject, body, advice, button } = textOf(noticeWords[locale], notice, {
    reader,
    money: moneyIn(context, locale),
  });
  const email = {
    recipient: reader.email,
    locale,
    subject,
    paragraphs: [noticeWords[locale].hello(safeInSentence(reader.name)), body, ...(advice ? [advice] : [])],
    button: { label: button, link: context.services.publicUrl() + pathOf(notice, reader) },
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

const isOfShop = (notice: Notice): notice is ShopNotice => mailKinds.some((kind) => kind === notice.kind);

function isWanted(reader: Reader, notice: Notice): boolean {
  if (reader.deleted_at !== null || reader.confirmed_at === null) return false;
  if (!isOfShop(notice)) return true;
  return reader.is_active === 1 && !(JSON.parse(reader.muted_mail) as string[]).includes(notice.kind);
}

interface TextData {
  reader: Reader;
  money: (cents: number) => string;
}

function textOf(words: NoticeWords, notice: Notice, { reader, money }: TextData): EmailText {
  return isOfShop(notice) ? shopText(words, notice, money) : securityText(words, notice, reader);
}

function securityText(words: NoticeWords, notice: SecurityNotice, reader: Reader): EmailText {
  if (notice.kind === 'account.changed') {
    if (notice.email && notice.password) return words.emailAndPasswordChanged;
    return notice.email ? words.emailChanged : words.passwordChanged;
  }
  const { kind, admin } = notice;
  const isOwn = admin.id === reader.id;
  const name = safeInSentence(admin.name);
  if (kind === 'admin.made') return words.newAdmin(name);
  if (kind === 'pin.locked') return isOwn ? words.ownPinLocked : words.pinLocked(name);
  return isOwn ? words.ownPinDisabled : words.pinDisabled(name);
}

function shopText(words: NoticeWords, notice: ShopNotice, money: TextData['money']): EmailText {
  switch (notice.kind) {
    case 'ticket.response':
      return words.ticketReply({ number: notice.ticket.number, subject: safeInSentence(notice.ticket.subject) });
    case 'order.delivered': {
      const { id, product, total } = notice.order;
      return words.orderDelivered({ id, product: safeInSentence(product), total: money(total) });
    }
    case 'balance.changed': {
      const { cause, amount, balance, orderId } = notice;
      return words.balanceChanged({ cause, amount: money(amount), balance: money(balance), orderId });
    }
  }
}

/** The path of the page that shows what the e-mail is about. */
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

/** Formats amounts as the app does: with the currency's symbol and two decimals. */
function moneyIn({ services }: NoticeContext, locale: Locale): (cents: number) => string {
  const { currency } = services.settings;
  const shape = { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const format = new Intl.NumberFormat(localeTags[locale], shape);
  return (cents) => format.format(cents / 100);
}
