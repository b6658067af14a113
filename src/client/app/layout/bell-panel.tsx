import { Trans } from '@lingui/react/macro';
import { BellOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { RoleName } from '../../../contract/permissions.ts';
import { currentDatabase } from '../../local/current.ts';
import type { CachedNotification } from '../../local/rows.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { perform } from '../../sync/perform.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { dismissOutcomes, useUnseenOutcomes } from '../../sync/use-pending-calls.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { NotificationText } from './notification-text.tsx';
import { areaOf, pathOf } from '../paths/route-names.ts';
import { readNotifications, readParked } from './queries.ts';
import { Box, chakra, HStack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

const OutcomeNotices = lazyPart(async () => (await import('../../ui/outcome-notices.tsx')).OutcomeNotices);
const ParkedChanges = lazyPart(async () => (await import('../../features/outbox/parked-changes.tsx')).ParkedChanges);

/** Marks notifications as read; they stay unread when the storage fails. */
const markRead = (ids: string[]) =>
  void perform(currentDatabase(), 'notification.read', { ids }).catch(() => undefined);

/** Outcomes of orders, parked changes, and the newest notifications; opening a notification marks it as read. */
export function BellPanel({ role, close }: { role: RoleName; close: () => void }) {
  const rows = useLiveQuery(() => readNotifications(currentDatabase()), []);
  const parked = useLiveQuery(() => readParked(currentDatabase()), []) ?? [];
  const unread = (rows ?? []).filter((row) => !row.read_at).map((row) => row.id);
  const outcomes = useUnseenOutcomes();
  const dismiss = (key: string) => {
    void dismissOutcomes([key]);
    if (outcomes.length === 1) close();
  };
  return (
    <Box>
      <HStack
        justifyContent="space-between"
        ps="4"
        pe="2"
        minH="12"
        borderBottomWidth="1px"
        position="sticky"
        top="0"
        bg="bg.panel"
        zIndex="1"
      >
        <chakra.h2 fontWeight="semibold">
          <Trans>Notifications</Trans>
        </chakra.h2>
        {unread.length > 0 ? (
          <Button size="sm" variant="ghost" color="brand.fg" onClick={() => markRead(unread)}>
            <Trans>Mark all as read</Trans>
          </Button>
        ) : null}
      </HStack>
      <OutcomesAndParked outcomes={outcomes} onSeen={dismiss} parked={parked} close={close} />
      {rows?.length === 0 && outcomes.length === 0 && parked.length === 0 ? (
        <EmptyState
          icon={BellOff}
          title={<Trans>No notifications</Trans>}
          description={<Trans>Replies to your tickets and news of orders appear here.</Trans>}
        />
      ) : null}
      <ul>
        {rows?.map((row) => (
          <NotificationRow key={row.id} row={row} role={role} close={close} />
        ))}
      </ul>
    </Box>
  );
}

interface AttentionProps extends ComponentProps<typeof OutcomeNotices> {
  parked: readonly OutboxItem[];
  close: () => void;
}

/** Outcomes of orders and parked changes; the code for them is loaded when there are any. */
function OutcomesAndParked({ outcomes, onSeen, parked, close }: AttentionProps) {
  return (
    <>
      {outcomes.length > 0 ? (
        <Box p="3" borderBottomWidth="1px">
          <OutcomeNotices outcomes={outcomes} onSeen={onSeen} />
        </Box>
      ) : null}
      {parked.length > 0 ? <ParkedChanges items={parked} close={close} /> : null}
    </>
  );
}

function NotificationRow({ row, role, close }: { row: CachedNotification; role: RoleName; close: () => void }) {
  const follow = () => {
    if (!row.read_at) markRead([row.id]);
    close();
  };
  return (
    <chakra.li borderBottomWidth="1px" borderColor="border.muted" _last={{ borderBottomWidth: '0' }}>
      <PlainLink
        {...targetOf(row, role)}
        onClick={follow}
        display="flex"
        gap="3"
        px="4"
        py="3"
        focusVisibleRing="inside"
        _hover={{ bg: 'bg.hover' }}
      >
        <Box
          boxSize="2"
          mt="1.5"
          borderRadius="full"
          flexShrink={0}
          bg={row.read_at ? 'transparent' : 'brand.solid'}
          aria-hidden="true"
        />
        <Box minW="0">
          <chakra.p fontWeight={row.read_at ? 'normal' : 'medium'} overflowWrap="anywhere">
            <NotificationText row={row} />
          </chakra.p>
          <RelativeTime at={row.created_at} textStyle="xs" color="fg.subtle" />
        </Box>
      </PlainLink>
    </chakra.li>
  );
}

/**
 * Returns the page of the record that a notification is about; for an order, the list with the order's details open. The
 * router checks `search` for each route, which the type of a calculated address cannot express: hence `never`.
 */
function targetOf({ kind, about }: CachedNotification, role: RoleName): { to: string; search?: never } {
  if (about.ticket_id) return { to: pathOf(`pages.${areaOf(role)}.tickets.show`, about.ticket_id) };
  if (about.topup_id) return { to: pathOf(`pages.${areaOf(role)}.top-ups.show`, about.topup_id) };
  if (about.product_id !== undefined)
    return role === 'user'
      ? { to: pathOf('pages.user.catalogue'), search: { buy: about.product_id } as never }
      : { to: pathOf('pages.admin.products.show', about.product_id) };
  if (about.order_id !== undefined && kind.startsWith('order.'))
    return { to: pathOf(`pages.${areaOf(role)}.orders`), search: { order: about.order_id } as never };
  return { to: pathOf('dashboard') };
}
