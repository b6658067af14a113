import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readTicket } from './queries.ts';
import { useTicketName } from './ticket-name.tsx';
import { Box, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  /** The id of the ticket into which this one is merged. */
  id: string;
  area: 'user' | 'admin';
  /** A second button. */
  action?: ReactNode;
}

/** Leads from a merged ticket, in the place of its reply form, to the one in which the conversation continues. */
export function MergedNotice({ id, area, action }: Props) {
  const { t } = useLingui();
  const db = currentDatabase();
  const into = useLiveQuery(() => readTicket(db, id), [db, id]);
  const nameOf = useTicketName();
  const name = into ? nameOf(into) : t`another ticket`;
  return (
    <Box mt="auto" pt="4" pb="6">
      <Notice
        title={<Trans>This ticket was merged into {name}.</Trans>}
        action={
          <Wrap gap="2">
            {action}
            <ButtonLink to={`/${area}/tickets/${id}`} size="sm">
              <Trans>Open {name}</Trans>
            </ButtonLink>
          </Wrap>
        }
      >
        <Trans>The conversation continues there.</Trans>
      </Notice>
    </Box>
  );
}
