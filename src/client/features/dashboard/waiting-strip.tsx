import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans } from '@lingui/react/macro';
import { CircleCheck, Headset } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TicketRow } from '../../../contract/tickets.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { useIsFirstLoad } from './list-row.tsx';
import { lastMessageAt, readWaiting } from './queries.ts';

/** How many tickets of this device wait for support, since when, and the way to the one that has waited longest. */
export function WaitingStrip() {
  const waiting = useLiveQuery(() => readWaiting(currentDatabase()), []);
  const isFirstLoad = useIsFirstLoad();
  if (!waiting || (waiting.count === 0 && isFirstLoad))
    return (
      <Strip icon={<Headset size={20} />} isBusy>
        <SkeletonBlock h="4" w="48" />
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
      action={
        <ButtonLink to={`/admin/tickets/${oldest.number ?? oldest.id}`}>
          <Trans>Answer next</Trans>
        </ButtonLink>
      }
    >
      <chakra.span fontWeight="semibold">
        <Plural value={count} one="# ticket waits for an answer" other="# tickets wait for an answer" />
      </chakra.span>{' '}
      <chakra.span color="fg.muted">
        <Trans>The oldest: {age}</Trans>
      </chakra.span>
    </Strip>
  );
}

interface StripProps {
  icon: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  isWaiting?: boolean;
  isBusy?: boolean;
}

function Strip({ icon, children, action, isWaiting = false, isBusy = false }: StripProps) {
  return (
    <Box
      as="section"
      aria-labelledby="waiting-title"
      aria-busy={isBusy}
      display="flex"
      flexWrap="wrap"
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
        bg={isWaiting ? 'accent.subtle' : 'green.subtle'}
        color={isWaiting ? 'accent.fg' : 'green.fg'}
        aria-hidden="true"
      >
        {icon}
      </chakra.span>
      <Box flex="1 1 12rem" minW="0">
        <chakra.h2 id="waiting-title" textStyle="label" color="fg.muted">
          <Trans>Waiting for an answer</Trans>
        </chakra.h2>
        <Box textStyle="sm">{children}</Box>
      </Box>
      {action}
    </Box>
  );
}
