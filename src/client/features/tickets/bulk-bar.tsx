import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { DirectoryUser } from '../../../contract/people.ts';
import { ticketStatuses } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { BulkBar, BulkRunProgress } from '../../forms/bulk-bar.tsx';
import type { BulkChange, BulkRun } from '../../forms/use-bulk-change.ts';
import type { SelectAll } from '../../lists/use-select-all.ts';
import { useStatuses } from '../../text/statuses.ts';
import { onBar } from '../../ui/floating-bar.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { shortcutProps } from './ticket-control-keys.ts';
import { StatusChoice } from './status-menu.tsx';
import type { TicketChange } from './ticket-change.ts';
import { priorityItems, useAssigneeItems } from './work-menus.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  count: number;
  /** Selects all that match the filters, also beyond the page. */
  all: SelectAll | null;
  saving: BulkChange<TicketRow, TicketChange>['saving'];
  busy: boolean;
  admins: readonly DirectoryUser[];
  /** The id of the signed-in admin. */
  me: number;
  onChange: (change: TicketChange) => void;
  onCancel: () => void;
}

/** The bar for selected tickets: their number, menus that change all of them, and Cancel (S2M-06, S2M-07). */
export function TicketBulkBar({ count, all, saving, busy, admins, me, onChange, onCancel }: Props) {
  const { t } = useLingui();
  const items = ticketStatuses.map((status) => ({
    id: status,
    label: <StatusChoice status={status} />,
    onSelect: () => onChange({ kind: 'ticket.status', to: status }),
  }));
  const assignees = useAssigneeItems(admins, me)((to) => onChange({ kind: 'ticket.assign', to }));
  const priorities = priorityItems((to) => onChange({ kind: 'ticket.priority', to }));
  return (
    <BulkBar label={t`Selected tickets`} count={count} all={all} saving={saving} onCancel={onCancel}>
      <Menu
        label={t`Update status`}
        items={items}
        trigger={(props) => (
          <Button size="sm" loading={busy} {...shortcutProps('status')} {...props}>
            <Trans>Update status</Trans>
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      />
      <Choice label={t`Set priority`} shortcut={shortcutProps('priority')} items={priorities} busy={busy} />
      <Choice label={t`Assign`} shortcut={shortcutProps('assignee')} items={assignees} busy={busy} />
    </BulkBar>
  );
}

interface ChoiceProps {
  label: string;
  shortcut: ReturnType<typeof shortcutProps>;
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

/** The progress of a bulk update of tickets. */
export function TicketBulkProgress({
  run,
  bulk,
  admins,
}: {
  run: BulkRun<TicketChange>;
  bulk: BulkChange<TicketRow, TicketChange>;
  admins: readonly DirectoryUser[];
}) {
  return <BulkRunProgress run={run} bulk={bulk} value={useValueWords(admins)(run.wanted)} />;
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
