import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { ticketStatuses } from '../../../contract/ticket-rules.ts';
import type { TicketStatus } from '../../../contract/tickets.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Menu } from '../../ui/menu.tsx';
import { paletteOf } from '../../ui/status-badge.tsx';

interface Props {
  status: TicketStatus;
  /** For screen readers: "#1042". */
  ticketName: string;
  onChange: (status: TicketStatus) => void;
}

/** The button that shows a value of a ticket and opens the menu of possible values. */
export const MenuTrigger = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    ps: '2.5',
    pe: '2',
    h: { base: '11', md: '7' },
    borderWidth: '1px',
    borderRadius: 'full',
    bg: 'bg.panel',
    textStyle: 'xs',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.subtle', borderColor: 'border.emphasized' },
    _expanded: { bg: 'bg.muted' },
  },
});

const Dot = chakra('span', { base: { boxSize: '2', borderRadius: 'full', bg: 'colorPalette.dot', flexShrink: 0 } });

/** A ticket's status as a badge that opens the list of statuses; each may follow any other (S4-07). */
export function StatusMenu({ status, ticketName: of, onChange }: Props) {
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
      label={t`Status of ${of}`}
      align="start"
      items={items}
      trigger={(props) => (
        <MenuTrigger
          type="button"
          colorPalette={paletteOf(current.tone)}
          aria-label={t`Status of ${of}: ${current.label}`}
          {...props}
        >
          <Dot aria-hidden="true" />
          {current.label}
          <ChevronDown size={14} aria-hidden="true" style={{ opacity: 0.6 }} />
        </MenuTrigger>
      )}
    />
  );
}

/** A status as a line of a menu. */
export function StatusChoice({ status }: { status: TicketStatus }) {
  const { label, tone } = useStatuses().ticket(status);
  return (
    <chakra.span colorPalette={paletteOf(tone)} display="inline-flex" alignItems="center" gap="2.5">
      <Dot aria-hidden="true" />
      {label}
    </chakra.span>
  );
}
