import { Trans } from '@lingui/react/macro';
import type { UnsentElsewhere as Report } from '../../../contract/sync.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Box } from '../../ui/theme/styled.tsx';

/** A notice on a ticket that another device has unsent changes of it. */
export function UnsentElsewhere({ ticketId }: { ticketId: string }) {
  const found = useUnsentElsewhere(ticketId);
  if (!found) return null;
  return (
    <Box mb="5">
      <Notice title={<Trans>Not sent yet from another device</Trans>}>
        <ChangesElsewhere found={found} /> <RelativeTime at={found.at} ago color="fg.muted" />
      </Notice>
    </Box>
  );
}

/** Returns the report of another device that has unsent changes of a ticket; undefined without one. */
export function useUnsentElsewhere(ticketId: string): Report | undefined {
  const db = currentDatabase();
  return useLiveQuery(() => db.fact('elsewhere'), [db])?.find(({ lane }) => lane === ticketId);
}

/** A sentence about the unsent changes of another device. */
export function ChangesElsewhere({ found }: { found: Report }) {
  const name = <bdi>{found.by}</bdi>;
  return found.own ? (
    <Trans>Another device of yours holds changes to this ticket.</Trans>
  ) : (
    <Trans>{name} has changes to this ticket on another device.</Trans>
  );
}
