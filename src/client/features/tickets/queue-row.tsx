import { useLingui } from '@lingui/react/macro';
import { CornerUpLeft } from 'lucide-react';
import { turnOf, waitingSince } from '../../../contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { PendingMark, type PendingState } from '../../ui/pending-mark.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { DueMark } from './admin-due-mark.tsx';
import type { QueueSearch } from './admin-queue.ts';
import { beginningOf } from './clipped-text.tsx';
import { Box, chakra, HStack, Stack } from '../../ui/theme/styled.tsx';

interface Props {
  ticket: TicketRow;
  /** The last response on this device. */
  last: ResponseRow | undefined;
  pending: PendingState | undefined;
  isCurrent: boolean;
  isUnread: boolean;
  queue: QueueSearch;
}

/** A ticket of the queue: customer and time, subject, and the last message; 4rem high. */
export function QueueRow({ ticket, last, pending, isCurrent, isUnread, queue }: Props) {
  const { t } = useLingui();
  const turn = turnOf(ticket);
  return (
    <Row to={`/admin/tickets/${ticket.id}`} search={queue as never} aria-current={isCurrent ? 'true' : undefined}>
      <HStack position="relative" gap="2" textStyle="meta" color="fg.muted">
        {isUnread ? <Dot role="img" aria-label={t`Unread`} title={t`Unread`} /> : null}
        <FreeText
          css={clipped}
          flex="1"
          fontWeight={isUnread ? 'semibold' : undefined}
          color={isUnread ? 'fg' : undefined}
        >
          {ticket.user_name}
        </FreeText>
        <PendingMark state={pending ?? (ticket.number === null ? 'waiting' : undefined)} />
        <RelativeTime
          at={turn ? waitingSince(ticket) : ticket.updated_at}
          color={timeColor(turn === 'us', isCurrent)}
          flexShrink="0"
        />
      </HStack>
      <Box display="flex" textStyle="row" fontWeight={isUnread ? 'semibold' : 'medium'}>
        <FreeText css={clipped} flex="1">
          {ticket.subject}
        </FreeText>
      </Box>
      <LastMessage ticket={ticket} last={last} />
    </Row>
  );
}

/** Amber and pale grey have too little contrast on the background of the current ticket. */
function timeColor(isWaitingForUs: boolean, isCurrent: boolean): string {
  if (isCurrent) return 'fg';
  return isWaitingForUs ? 'attention.fg' : 'fg.subtle';
}

/** The last message; an arrow marks one of support. */
function LastMessage({ ticket, last }: Pick<Props, 'ticket' | 'last'>) {
  const { t } = useLingui();
  return (
    <HStack gap="1" textStyle="meta" fontWeight="normal" color="fg.muted">
      {last?.type === 'admin' ? (
        <chakra.span role="img" aria-label={t`Answered`} display="inline-flex" flexShrink="0" color="fg.subtle">
          <CornerUpLeft size="0.75rem" aria-hidden="true" data-mirror="" />
        </chakra.span>
      ) : null}
      <FreeText css={clipped} flex="1">
        {beginningOf(last?.content ?? ticket.content)}
      </FreeText>
      <DueMark ticket={ticket} />
    </HStack>
  );
}

/** The place of a row while it is read. */
export function QueueRowSkeleton() {
  return (
    <Stack h="full" px="4" py="2.5" justifyContent="space-between">
      <SkeletonBlock h="2.5" w="40%" />
      <SkeletonBlock h="3" w="75%" />
      <SkeletonBlock h="2.5" w="90%" />
    </Stack>
  );
}

/** One row of text, which shrinks beside the marks. */
const clipped = { ...oneLine, w: 'auto', minW: '0' } as const;

const Row = chakra(PlainLink, {
  base: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    h: 'full',
    px: '4',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
    overflow: 'hidden',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.hover' },
    '&[aria-current]': {
      bg: 'bg.selected',
      boxShadow: 'inset 2px 0 0 var(--c-colors-brand-solid)',
      _rtl: { boxShadow: 'inset -2px 0 0 var(--c-colors-brand-solid)' },
      '& [data-state=soon]': { color: 'fg' },
    },
  },
});

/** Before the text, whose beginning is the same in all rows. */
const Dot = chakra('span', {
  base: { position: 'absolute', insetStart: '-3', top: '1', boxSize: '2', borderRadius: 'full', bg: 'brand.solid' },
});
