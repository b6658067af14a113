import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { ticketStatuses } from '../../../contract/ticket-rules.ts';
import type { TicketStatus } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Menu } from '../../ui/menu.tsx';
import { BadgeTrigger, paletteOf, StatusDot } from '../../ui/status-badge.tsx';
import { shortcutProps } from './ticket-control-keys.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  status: TicketStatus;
  /** For screen readers: "#1042". */
  ticketName: string;
  onChange: (status: TicketStatus) => void;
  /** The key of the status opens it, on the page of the ticket. */
  hasKey?: boolean;
}

/** A ticket's status as a badge that opens the list of statuses; each may follow any other (S4-07). */
export function StatusMenu({ status, ticketName, onChange, hasKey = false }: Props) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const current = statuses.ticket(status);
  const items = ticketStatuses.map((one) => ({
    id: one,
    checked: one === status,
    label: <StatusChoice status={one} />,
    onSelect: () => onChange(one),
  }));
  return (
    <Menu
      label={t`Status of ${ticketName}`}
      align="start"
      items={items}
      trigger={(props) => (
        <BadgeTrigger
          type="button"
          colorPalette={paletteOf(current.tone)}
          aria-label={t`Status of ${ticketName}: ${current.label}`}
          {...(hasKey && shortcutProps('status'))}
          {...props}
        >
          <StatusDot aria-hidden="true" />
          {current.label}
          <ChevronDown size={14} aria-hidden="true" style={{ opacity: 0.6 }} />
        </BadgeTrigger>
      )}
    />
  );
}

/** A status as a line of a menu. */
export function StatusChoice({ status }: { status: TicketStatus }) {
  const { label, tone } = useStatuses().ticket(status);
  return (
    <chakra.span colorPalette={paletteOf(tone)} display="inline-flex" alignItems="center" gap="2.5">
      <StatusDot aria-hidden="true" />
      {label}
    </chakra.span>
  );
}
