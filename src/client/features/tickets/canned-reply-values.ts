import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { filledReply } from '../../../contract/canned-replies.ts';
import type { Locale } from '../../../contract/locales.ts';
import { signedInPerson } from '../../api/session.ts';
import { currentDatabase } from '../../local/current.ts';
import { useCannedReplies } from '../../sync/use-articles.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { isLocale } from '../../text/locales.ts';
import { useShop } from '../../text/shop.ts';
import { findReplies, type FilledReply, type SlashSearch } from './canned-reply-search.ts';
import { languageOf } from './message-language.ts';
import { readOrder } from './queries.ts';
import { useTicketRead } from './ticket-reads.ts';

/** Returns the canned replies that a search finds, with the values of the ticket; `hasReplies` is false without any. */
export function useFilledReplies(
  ticketId: string,
  search: SlashSearch | null,
  locale: Locale,
): { replies: FilledReply[]; hasReplies: boolean } {
  const values = useValues(ticketId);
  const all = useCannedReplies() ?? [];
  const found = search ? findReplies(all, search.words, locale) : [];
  return {
    replies: found.map((one) => ({ ...one, filled: filledReply(one.body, values) })),
    hasReplies: all.length > 0,
  };
}

/** The language of the replies: that of the customer's last message whose language is known, until another is chosen. */
export function useReplyLanguage(ticketId: string): [Locale, (locale: Locale) => void] {
  const { i18n } = useLingui();
  const [chosen, setChosen] = useState<Locale | null>(null);
  const opened = useTicketRead(ticketId);
  const answers = opened?.responses.filter(({ type }) => type === 'user') ?? [];
  const messages = [opened?.ticket.content ?? '', ...answers.map((one) => one.content)];
  const last = messages.findLast((text) => languageOf(text) !== null);
  const known = last === undefined ? null : languageOf(last);
  return [chosen ?? known ?? (isLocale(i18n.locale) ? i18n.locale : 'en'), setChosen];
}

/** The values of the variables; undefined where the ticket has none. */
function useValues(ticketId: string): Parameters<typeof filledReply>[1] {
  const db = currentDatabase();
  const { name: shop } = useShop();
  const opened = useTicketRead(ticketId);
  const { number, user_name: name, order_id: orderId } = opened?.ticket ?? noTicket;
  const order = useLiveQuery(() => (orderId === null ? undefined : readOrder(db, orderId)), [db, orderId]);
  return {
    customer: name,
    first_name: name.trim().split(/\s+/)[0],
    order: orderId === null ? undefined : `#${orderId}`,
    product: order?.items[0]?.product_name,
    ticket: number === null ? undefined : `#${number}`,
    shop,
    agent: signedInPerson()?.name,
  };
}

const noTicket = { number: null, user_name: '', order_id: null };
