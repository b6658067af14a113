import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHomeCrumb } from '../../lists/use-home-crumb.ts';
import { useFormatCount } from '../../text/money.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { waitingQueue, type Queue } from './admin-queue.ts';
import { shortcutProps } from './ticket-control-keys.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

interface Props {
  name: string;
  subject: string;
  queue: Queue;
  /** Shows the breadcrumb; the header beside the queue is too narrow for it. */
  hasCrumbs: boolean;
  onHelp: () => void;
  /** Under the title, in view with it. */
  children?: ReactNode;
}

/** A ticket's number and subject, with the ways to the other tickets of its list; in view on wide screens. */
export function AdminTicketHeader({ name, subject, queue, hasCrumbs, onHelp, children }: Props) {
  const { t } = useLingui();
  const crumbs = [...useHomeCrumb(), { label: t`Tickets`, to: '/admin/tickets', search: queue.search }];
  return (
    <Box position={{ md: 'sticky' }} top="13" zIndex="2" bg="bg.canvas" css={headerStyles}>
      <PageHeader
        title={subject}
        breadcrumb={hasCrumbs ? crumbs : []}
        heading={
          <>
            <chakra.bdi className="numbers" color="fg.muted" fontWeight="normal">
              {name}
            </chakra.bdi>
            <FreeText flex="1 1 8rem">{subject}</FreeText>
          </>
        }
        actions={<QueueControls queue={queue} onHelp={onHelp} />}
      />
      {children}
    </Box>
  );
}

/** On phones the way back and the buttons share one line, so that the subject has the whole width of the next one. */
const headerStyles = {
  '& h1': { fontSize: 'lg', lineHeight: '1.625rem' },
  mdDown: { '& h1': { order: 1, flex: '0 0 100%', minW: '0' }, '& h1 + div': { ms: 'auto' } },
} as const;

function QueueControls({ queue, onHelp }: Pick<Props, 'queue' | 'onHelp'>) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const { position, count, dueFirst, search } = queue;
  const [place, all] = [formatCount(position ?? 0), formatCount(count ?? 0)];
  return (
    <>
      <Step id={queue.previous} search={search} label={t`Previous ticket`} shortcut="K">
        <ChevronUp size={18} />
      </Step>
      {queue.isWaiting && position !== null ? (
        <MutedSpan className="numbers" textStyle="xs" whiteSpace="nowrap">
          <Trans>
            {place} of {all}
          </Trans>
        </MutedSpan>
      ) : null}
      <Step id={queue.next} search={search} label={t`Next ticket`} shortcut="J">
        <ChevronDown size={18} />
      </Step>
      <IconButton label={t`Keys`} aria-keyshortcuts="?" hideBelow="md" onClick={onHelp} color="fg.muted">
        <Keyboard size={18} />
      </IconButton>
      {dueFirst ? <AnswerNext id={dueFirst} count={queue.waitingCount} /> : null}
    </>
  );
}

/** Opens the ticket whose answer is due first. */
export function AnswerNext({ id, count }: { id: string; count: number }) {
  const formatCount = useFormatCount();
  return (
    <ButtonLink
      to={`/admin/tickets/${id}`}
      search={waitingQueue as never}
      state={{ isReplying: true } as never}
      variant="outline"
      size="sm"
      {...shortcutProps('answerNext')}
    >
      <Trans context="beside a ticket">Answer next</Trans>
      <MutedSpan className="numbers">{formatCount(count)}</MutedSpan>
    </ButtonLink>
  );
}

interface StepProps {
  id: string | null;
  search: Queue['search'];
  label: string;
  shortcut: string;
  children: ReactNode;
}

/** A link to the ticket before or after this one; at the end of the list a button that does nothing. */
function Step({ id, search, label, shortcut, children }: StepProps) {
  if (!id)
    return (
      <IconButton label={label} disabled color="fg.muted">
        {children}
      </IconButton>
    );
  return (
    <ButtonLink
      to={`/admin/tickets/${id}`}
      search={search as never}
      variant="ghost"
      px="0"
      color="fg.muted"
      aria-label={label}
      title={label}
      aria-keyshortcuts={shortcut}
    >
      {children}
    </ButtonLink>
  );
}
