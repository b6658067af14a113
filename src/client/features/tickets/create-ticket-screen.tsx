import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { subjectMax } from '../../../contract/limits.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { ticketTypes } from '../../../contract/ticket-rules.ts';
import { useDraftFiles } from '../../forms/use-draft-files.ts';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useIsMemoryOnly } from '../../sync/use-storage-mode.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useTranslatedArticles } from '../../text/articles.ts';
import { AppLink, ButtonLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { AttachmentPicker } from '../../forms/attachment-picker.tsx';
import { checkTicket } from './check-ticket.ts';
import { OrderPicker } from './order-picker.tsx';
import { TicketFields, type TicketTexts } from './ticket-fields.tsx';
import { useAttachments } from '../../forms/use-attachments.ts';
import { useTicketActions } from './use-ticket-actions.ts';

interface TicketDraft extends TicketTexts {
  order_id: number | null;
  /** The subject that was suggested; absent when the user wrote one, and in drafts of earlier versions of the app. */
  suggestion?: string | undefined;
}

const listPath = '/user/tickets';

/** The form of a new ticket, as its address says (`useTicketStart`). Texts and files stay until it is sent (OF-25). */
export function CreateTicketScreen() {
  const { t } = useLingui();
  const start = useTicketStart();
  return (
    <Box maxW="2xl">
      <PageHeader
        title={t`New ticket`}
        breadcrumb={[{ label: t`Tickets`, to: listPath }]}
        description={
          <>
            <Trans>Tell us what happened. We answer here.</Trans>{' '}
            <AppLink to="/dashboard/help" {...target}>
              <Trans>Read the help</Trans>
            </AppLink>
          </>
        }
      />
      <Panel>{start ? <TicketForm key={start.draft} start={start} /> : <SkeletonLines lines={8} />}</Panel>
    </Box>
  );
}

/** High enough for a finger. */
const target = { display: 'inline-block', py: { base: '3', md: '1' }, my: { base: '-3', md: '-1' } } as const;

function TicketForm({ start }: { start: TicketStart }) {
  const navigate = useNavigate();
  const online = useOnline();
  const { open } = useTicketActions();
  const draftFiles = useDraftFiles(start.draft);
  const attachments = useAttachments(draftFiles);
  const [draft, setDraft, , sendDraft] = useDraft<TicketDraft>(start.draft, {
    subject: start.subject,
    type: start.type,
    priority: 'medium',
    content: '',
    order_id: start.orderId,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const { busy, whileBusy } = useBusy();
  const change = (patch: Partial<TicketDraft>) => setDraft(withSubject({ ...draft, ...patch }, patch));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkTicket(draft);
    setErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked) return setTimeout(() => focusInvalid(form));
    return whileBusy(async () => {
      const id = await sendDraft((shown) =>
        draftFiles.send(shown, (files, deleteDrafts) => open({ ticket: checked.value, deleteDrafts, files })),
      );
      if (id !== null) await navigate({ to: `${listPath}/${id}`, replace: true });
    });
  };

  return (
    <chakra.form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => sendOnCtrlEnter(event, busy || attachments.isPreparing)}
      {...attachments.receiver}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      <TicketFields values={draft} errors={errors} onChange={change}>
        <OrderPicker value={draft.order_id} onChange={(order_id) => change({ order_id })} />
      </TicketFields>
      <AttachmentPicker {...attachments} />
      <OfflineReason online={online}>
        {useIsMemoryOnly() ? null : <Trans>You are offline. The ticket is sent when you are connected.</Trans>}
      </OfflineReason>
      <Box display="flex" justifyContent="flex-end" gap="3" css={{ '& > *': { flex: { base: '1', sm: 'none' } } }}>
        <ButtonLink to={listPath} variant="outline">
          <Trans>Back</Trans>
        </ButtonLink>
        <Button type="submit" loading={busy} disabled={attachments.isPreparing} aria-keyshortcuts="Control+Enter">
          <Trans>Create ticket</Trans>
        </Button>
      </Box>
    </chakra.form>
  );
}

/** The subject follows the text until the user writes another one. */
function withSubject(draft: TicketDraft, patch: Partial<TicketDraft>): TicketDraft {
  if (patch.subject !== undefined) return { ...draft, suggestion: undefined };
  if (patch.content === undefined || draft.subject !== (draft.suggestion ?? '')) return draft;
  const subject = suggestSubject(patch.content);
  return { ...draft, subject, suggestion: subject || undefined };
}

/** Focuses the first refused field: of radio buttons the first one, because their group takes no focus. */
function focusInvalid(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid]');
  (field?.querySelector('input') ?? field)?.focus();
}

/** Ctrl+Enter sends the ticket from each of its fields, as it does a reply, but not from the dialog of the orders. */
function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>, isBlocked: boolean) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (event.target instanceof Element && event.target.closest('dialog')) return;
  event.preventDefault();
  if (!isBlocked) event.currentTarget.requestSubmit();
}

/** The first values of a new ticket's form, and the name of its draft. */
interface TicketStart {
  draft: string;
  subject: string;
  type: string;
  orderId: number | null;
}

/**
 * Returns what the address says about a new ticket: `?order_id=` makes it about that order, with `&code=` the end of a
 * code's number about that code; `?article=` gives it the title of a help article as subject, `?type=` a type. Each has a draft of its own, so that none changes another.
 * Undefined until the article is read.
 */
function useTicketStart(): TicketStart | undefined {
  const aboutCode = useAboutCode();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const articleId = idIn(search.article);
  const articles = useShownArticles();
  const translated = useTranslatedArticles();
  const orderId = idIn(search.order_id);
  if (orderId !== null) return { type: 'order', orderId, ...aboutCode(orderId, search.code) };
  const type = (ticketTypes as readonly unknown[]).includes(search.type) ? String(search.type) : '';
  if (articleId === null) return { draft: type ? `ticket.new.${type}` : 'ticket.new', subject: '', type, orderId };
  if (articles === undefined) return undefined;
  const [article] = translated(articles?.filter(({ id }) => id === articleId) ?? []);
  const subject = [...(article?.title ?? '')].slice(0, subjectMax).join('');
  return { draft: `ticket.new.article.${articleId}`, subject, type, orderId };
}

/** Returns the draft and the subject of a ticket about an order, or about one of its codes. */
function useAboutCode(): (orderId: number, code: unknown) => Pick<TicketStart, 'draft' | 'subject'> {
  const { t } = useLingui();
  return (orderId, given) => {
    const [code] = /^[0-9a-f]{6}$/.exec(String(given)) ?? [];
    return code === undefined
      ? { draft: `ticket.new.${orderId}`, subject: '' }
      : { draft: `ticket.new.${orderId}.${code}`, subject: t`Code …${code} does not work` };
  };
}

function idIn(value: unknown): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Short enough to be read whole in a list. */
const suggestedMax = 60;

/** The first sentence or line; a shorter one is a greeting, which says nothing without the next one. */
const firstSentence = /^.{15,}?(?:[.!?؟](?=\s)|(?=\n))/su;

/** Returns a subject for a ticket with this text: its first sentence, cut between two words. */
function suggestSubject(content: string): string {
  const text = content.trim();
  const sentence = (firstSentence.exec(text)?.[0] ?? text).replace(/\s+/gu, ' ').replace(/[.,:;،؛]+$/u, '');
  const characters = [...sentence];
  if (characters.length <= suggestedMax) return sentence;
  const cut = characters.slice(0, suggestedMax).join('');
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}
