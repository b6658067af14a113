import { Box } from '@chakra-ui/react/box';
import { Trans } from '@lingui/react/macro';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

/** A notice on a ticket that another device has unsent changes of it. */
export function UnsentElsewhere({ ticketId }: { ticketId: string }) {
  const db = currentDatabase();
  const found = useLiveQuery(
    async () => (await db.fact('elsewhere'))?.find(({ lane }) => lane === ticketId),
    [ticketId],
  );
  if (!found) return null;
  const name = <bdi>{found.by}</bdi>;
  return (
    <Box mb="5">
      <Notice title={<Trans>Not sent yet from another device</Trans>}>
        {found.own ? (
          <Trans>Another device of yours holds changes to this ticket.</Trans>
        ) : (
          <Trans>{name} has changes to this ticket on another device.</Trans>
        )}{' '}
        <RelativeTime at={found.at} ago color="fg.muted" />
      </Notice>
    </Box>
  );
}
