import { useSearch } from '@tanstack/react-router';
import { subjectMax } from '../../../contract/limits.ts';
import { ticketTypes } from '../../../contract/ticket-rules.ts';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useTranslatedArticles } from '../../text/articles.ts';

/** The first values of a new ticket's form, and the name of its draft. */
export interface TicketStart {
  draft: string;
  subject: string;
  type: string;
  orderId: number | null;
}

/**
 * Returns what the address says about a new ticket: `?order_id=` makes it about that order, `?article=` gives it the
 * title of a help article as subject, `?type=` a type. Each has a draft of its own, so that none changes another.
 * Undefined until the article is read.
 */
export function useTicketStart(): TicketStart | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const articleId = idIn(search.article);
  const articles = useShownArticles();
  const translated = useTranslatedArticles();
  const orderId = idIn(search.order_id);
  if (orderId !== null) return { draft: `ticket.new.${orderId}`, subject: '', type: 'order', orderId };
  const type = (ticketTypes as readonly unknown[]).includes(search.type) ? String(search.type) : '';
  if (articleId === null) return { draft: type ? `ticket.new.${type}` : 'ticket.new', subject: '', type, orderId };
  if (articles === undefined) return undefined;
  const [article] = translated(articles?.filter(({ id }) => id === articleId) ?? []);
  const subject = [...(article?.title ?? '')].slice(0, subjectMax).join('');
  return { draft: `ticket.new.article.${articleId}`, subject, type, orderId };
}

function idIn(value: unknown): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
