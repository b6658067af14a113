import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { DirectoryUser } from '../../../contract/people.ts';
import { ticketStatuses } from '../../../contract/ticket-rules.ts';
import type { SelectAll } from '../../lists/use-select-all.ts';
import { useFormatCount } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { FloatingBar, onBar } from '../../ui/floating-bar.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { SelectedCount } from '../../ui/selected-count.tsx';
import { keyOf } from './ticket-control-keys.ts';
import { StatusChoice } from './status-menu.tsx';
import type { TicketChange } from './ticket-change.ts';
import type { BulkRun, BulkChange } from './use-bulk-change.ts';
import { priorityItems, useAssigneeItems } from './work-menus.tsx';

interface Props {
  count: number;
  /** Selects all that match the filters, also beyond the page. */
  all: SelectAll | null;
  saving: BulkChange['saving'];
  busy: boolean;
  admins: readonly DirectoryUser[];
  /** The id of the signed-in admin. */
  me: number;
  onChange: (change: TicketChange) => void;
  onCancel: () => void;
}

/** The bar for selected tickets: their number, menus that change all of them, and Cancel (S2M-06, S2M-07). */
export function BulkBar({ count, all, saving, busy, admins, me, onChange, onCancel }: Props) {
  const { t } = useLingui();
  const items = ticketStatuses.map((status) => ({
    id: status,
    label: <StatusChoice status={status} />,
    onSelect: () => onChange({ kind: 'ticket.status', to: status }),
  }));
  const assignees = useAssigneeItems(admins, me)((to) => onChange({ kind: 'ticket.assign', to }));
  const priorities = priorityItems((to) => onChange({ kind: 'ticket.priority', to }));
  return (
    <FloatingBar role="region" aria-label={t`Selected tickets`}>
      <SelectedCount count={count} saving={saving} />
      {all ? <SelectAllButton {...all} /> : null}
      <Menu
        label={t`Update status`}
        items={items}
        trigger={(props) => (
          <Button size="sm" loading={busy} {...keyOf('status')} {...props}>
            <Trans>Update status</Trans>
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      />
      <Choice label={t`Set priority`} shortcut={keyOf('priority')} items={priorities} busy={busy} />
      <Choice label={t`Assign`} shortcut={keyOf('assignee')} items={assignees} busy={busy} />
      <Button size="sm" {...onBar} onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </FloatingBar>
  );
}

function SelectAllButton({ count, busy, select }: SelectAll) {
  const formatCount = useFormatCount();
  const all = formatCount(count);
  return (
    <Button size="sm" {...onBar} textDecoration="underline" loading={busy} onClick={select}>
      <Trans>Select all {all} that match</Trans>
    </Button>
  );
}

interface ChoiceProps {
  label: string;
  shortcut: ReturnType<typeof keyOf>;
  items: readonly MenuItem[];
  busy: boolean;
}

function Choice({ label, shortcut, items, busy }: ChoiceProps) {
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <Button size="sm" {...onBar} disabled={busy} {...shortcut} {...props}>
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
    />
  );
}

/** The progress of a bulk update, with a button that undoes it. */
export function BulkRunProgress({
  run,
  bulk,
  admins,
}: {
  run: BulkRun;
  bulk: BulkChange;
  admins: readonly DirectoryUser[];
}) {
  const value = useValueWords(admins)(run.change);
  const isOver = run.waiting === 0;
  const Icon = run.refused > 0 ? TriangleAlert : isOver ? CircleCheck : Clock;
  return (
    <FloatingBar>
      <Box px="1.5" flexShrink={0} aria-hidden="true">
        <Icon size={18} />
      </Box>
      <Box flex="1 0 auto" pe="2">
        <chakra.p fontWeight="medium">
          {isOver ? <Trans>Bulk update completed</Trans> : <Trans>Bulk update to {value}</Trans>}
        </chakra.p>
        <Box className="numbers" aria-live="polite" textStyle="xs">
          <Progress run={run} />
        </Box>
      </Box>
      {run.refused > 0 ? (
        <ButtonLink to="/dashboard/outbox" size="sm" {...onBar}>
          <Trans>Show those not accepted</Trans>
        </ButtonLink>
      ) : null}
      {run.total > 0 ? (
        <Button size="sm" {...onBar} loading={bulk.busy} onClick={() => void bulk.undo()}>
          <Trans>Undo</Trans>
        </Button>
      ) : null}
      <Button size="sm" {...onBar} onClick={bulk.dismiss}>
        <Trans>Dismiss</Trans>
      </Button>
    </FloatingBar>
  );
}

function useValueWords(admins: readonly DirectoryUser[]): (change: TicketChange) => string {
  const { t } = useLingui();
  const statuses = useStatuses();
  return (change) => {
    if (change.kind === 'ticket.status') return statuses.ticket(change.to).label;
    if (change.kind === 'ticket.priority') return statuses.priority(change.to);
    return admins.find(({ id }) => id === change.to)?.name ?? t`Nobody`;
  };
}

function Progress({ run: { total, done, refused, waiting } }: { run: BulkRun }) {
  if (total === 0) return <Trans>Nothing to change: all of them were like this already.</Trans>;
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
