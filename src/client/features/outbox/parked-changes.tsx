import { Trans } from '@lingui/react/macro';
import { CircleAlert, GitCompareArrows } from 'lucide-react';
import type { OutboxItem } from '../../local/stored.ts';
import { useNamesIn } from '../../sync/use-live-query.ts';
import { useActionWords } from '../../text/action-words.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The changes of this device that the server refused or found in conflict, for the panel of the bell. */
export function ParkedChanges({ items, close }: { items: readonly OutboxItem[]; close: () => void }) {
  return items.map((item) => <ParkedChange key={item.id} item={item} close={close} />);
}

function ParkedChange({ item, close }: { item: OutboxItem; close: () => void }) {
  const { title } = useActionWords(useNamesIn(item))(item);
  const isConflict = item.state === 'conflict';
  const Icon = isConflict ? GitCompareArrows : CircleAlert;
  return (
    <PlainLink
      to="/dashboard/outbox"
      onClick={close}
      display="flex"
      gap="3"
      px="4"
      py="3"
      borderBottomWidth="1px"
      borderColor="border.muted"
      focusVisibleRing="inside"
      _hover={{ bg: 'bg.hover' }}
    >
      <chakra.span color={isConflict ? 'fg.warning' : 'fg.error'} mt="0.5" flexShrink={0} aria-hidden="true">
        <Icon size="1rem" />
      </chakra.span>
      <Box minW="0">
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          {isConflict ? <Trans>A change needs your decision:</Trans> : <Trans>A change was not accepted:</Trans>}{' '}
          <bdi>{title}</bdi>
        </chakra.p>
        <RelativeTime at={item.createdAt} textStyle="xs" color="fg.subtle" />
      </Box>
    </PlainLink>
  );
}
