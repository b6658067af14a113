import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { ticketStatuses, type TicketStatus } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusChoice } from './status-menu.tsx';
import type { BulkRun, BulkStatus } from './use-bulk-status.ts';

interface Props {
  count: number;
  busy: boolean;
  onStatus: (status: TicketStatus) => void;
  onCancel: () => void;
}

/** With rows selected: how many, a status for all of them, and the way out (S2M-06, S2M-07). */
export function BulkBar({ count, busy, onStatus, onCancel }: Props) {
  const { t } = useLingui();
  const items = ticketStatuses.map((status) => ({
    id: status,
    label: <StatusChoice status={status} />,
    onSelect: () => onStatus(status),
  }));
  return (
    <Box
      role="region"
      aria-label={t`Selected tickets`}
      position="sticky"
      top={{ base: '16', md: '20' }}
      zIndex="docked"
      display="flex"
      alignItems="center"
      gap="1"
      mb="3"
      ps="4"
      pe="2"
      py="2"
      bg="brand.subtle"
      borderWidth="1px"
      borderColor="brand.border"
      borderRadius="lg"
    >
      <Box flex="1" minW="0" fontWeight="medium" className="numbers" aria-live="polite">
        <Plural value={count} one="# selected" other="# selected" />
      </Box>
      <Menu
        label={t`Update status`}
        items={items}
        trigger={(props) => (
          <Button size="sm" loading={busy} {...props}>
            <Trans>Update status</Trans>
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      />
      <Button size="sm" variant="ghost" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Box>
  );
}

/** How far a bulk update has come, with the way back. */
export function BulkProgress({ run, bulk }: { run: BulkRun; bulk: BulkStatus }) {
  const statuses = useStatuses();
  const status = statuses.ticket(run.to).label;
  const isOver = run.waiting === 0;
  return (
    <Box mb="3">
      <Notice
        tone={run.refused > 0 ? 'warning' : isOver ? 'success' : 'info'}
        title={isOver ? <Trans>Bulk update completed</Trans> : <Trans>Bulk update to {status}</Trans>}
        action={
          <Box display="flex" gap="2">
            {run.refused > 0 ? (
              <ButtonLink to="/dashboard/outbox" size="sm" variant="outline">
                <Trans>Show those not accepted</Trans>
              </ButtonLink>
            ) : null}
            {run.total > 0 ? (
              <Button size="sm" variant="outline" loading={bulk.busy} onClick={() => void bulk.undo()}>
                <Trans>Undo</Trans>
              </Button>
            ) : null}
            <Button size="sm" variant="ghost" onClick={bulk.dismiss}>
              <Trans>Dismiss</Trans>
            </Button>
          </Box>
        }
      >
        <Box className="numbers" aria-live="polite">
          <Progress run={run} />
        </Box>
      </Notice>
    </Box>
  );
}

function Progress({ run: { total, done, refused, waiting } }: { run: BulkRun }) {
  if (total === 0) return <Trans>All of them had this status already.</Trans>;
  if (refused > 0)
    return (
      <Trans>
        {done} of {total} done, {refused} not accepted
      </Trans>
    );
  return waiting > 0 ? (
    <Trans>
      {done} of {total} done, {waiting} waiting to be sent
    </Trans>
  ) : (
    <Trans>
      {done} of {total} done
    </Trans>
  );
}
