import { Plural, Trans } from '@lingui/react/macro';
import { BanknoteArrowUp, CircleCheck, Headset } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery, useLoadedQuery } from '../../sync/use-live-query.ts';
import { useIsNeverLoaded } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { lastMessageAt, readWaiting, readWaitingTopups } from './queries.ts';
import { Box, chakra, Wrap } from '../../ui/theme/styled.tsx';

/** How many tickets of this device wait for support, since when, and the way to the one that has waited longest. */
export function WaitingStrip() {
  // Snoozed tickets wait again when their time has come, although no row changes.
  const now = useNow();
  const { value: waiting, isFirstLoad } = useLoadedQuery(() => readWaiting(currentDatabase()), [now]);
  const isNeverLoaded = useIsNeverLoaded();
  if (!waiting || (waiting.count === 0 && isFirstLoad))
    return (
      // As high as with tickets that wait, so that nothing under it moves when they are known.
      <Strip icon={<Headset size={20} />} isBusy action={<SkeletonBlock h={{ base: '11', md: '9' }} w="28" />}>
        <Box h="5">
          <SkeletonBlock h="4" w="48" />
        </Box>
      </Strip>
    );
  if (!waiting.oldest && isNeverLoaded)
    return (
      <Strip icon={<Headset size={20} />} isWaiting>
        <Trans>Not loaded on this device yet.</Trans>
      </Strip>
    );
  if (!waiting.oldest)
    return (
      <Strip icon={<CircleCheck size={20} />}>
        <Trans>Everyone has an answer</Trans>
      </Strip>
    );
  return <Waiting count={waiting.count} oldest={waiting.oldest} />;
}

function Waiting({ count, oldest }: { count: number; oldest: TicketRow }) {
  const age = <RelativeTime at={lastMessageAt(oldest)} ago />;
  return (
    <Strip
      icon={<Headset size={20} />}
      isWaiting
      title={
        <Plural value={count} one="# ticket is waiting for an answer" other="# tickets are waiting for an answer" />
      }
      action={
        <ButtonLink
          to={`/admin/tickets/${oldest.number ?? oldest.id}`}
          search={{ waiting: 'us' } as never}
          state={{ isReplying: true } as never}
        >
          <Trans>Answer next</Trans>
        </ButtonLink>
      }
    >
      <Trans>The oldest: {age}</Trans>
    </Strip>
  );
}

/** How many top-up requests wait, since when, and the way to them; nothing where none waits. */
export function WaitingTopups() {
  const db = currentDatabase();
  const waiting = useLiveQuery(() => readWaitingTopups(db), [db]);
  if (!waiting || waiting.count === 0) return null;
  const age = <RelativeTime at={waiting.oldestAt} ago />;
  return (
    <Strip
      id="waiting-topups-title"
      icon={<BanknoteArrowUp size={20} />}
      isWaiting
      title={<Plural value={waiting.count} one="# top-up request is waiting" other="# top-up requests are waiting" />}
      action={
        <ButtonLink to={'/admin/top-ups' as never} search={{ status: 'waiting' } as never} variant="outline">
          <Trans>Open requests</Trans>
        </ButtonLink>
      }
    >
      <Trans>The oldest: {age}</Trans>
    </Strip>
  );
}

const titleStyles = { textStyle: 'sm', fontWeight: 'semibold' } as const;
const labelStyles = { textStyle: 'label', color: 'fg.muted' } as const;

interface StripProps {
  /** The id of its title. */
  id?: string;
  icon: ReactNode;
  /** Says more than the usual title. */
  title?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  isWaiting?: boolean;
  isBusy?: boolean;
}

function Strip({ id = 'waiting-title', icon, title, children, action, isWaiting = false, isBusy = false }: StripProps) {
  return (
    <Wrap
      as="section"
      aria-labelledby={id}
      aria-busy={isBusy}
      alignItems="center"
      gap="3"
      px={{ base: '4', md: '5' }}
      py="3"
      minH="16"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="xl"
    >
      <chakra.span
        display="grid"
        placeItems="center"
        boxSize="9"
        flexShrink={0}
        borderRadius="full"
        bg={isWaiting ? 'attention.subtle' : 'green.subtle'}
        color={isWaiting ? 'attention.fg' : 'green.fg'}
        aria-hidden="true"
      >
        {icon}
      </chakra.span>
      <Box flex="1 1 12rem" minW="0">
        <chakra.h2 id={id} {...(title ? titleStyles : labelStyles)}>
          {title ?? <Trans>Waiting for an answer</Trans>}
        </chakra.h2>
        <Box textStyle={title ? 'meta' : 'sm'} color={title ? 'fg.muted' : 'fg'}>
          {children}
        </Box>
      </Box>
      {action}
    </Wrap>
  );
}
