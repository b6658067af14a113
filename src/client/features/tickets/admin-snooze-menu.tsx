import { Trans, useLingui } from '@lingui/react/macro';
import { AlarmClock, AlarmClockOff, CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { isSnoozed } from '../../../contract/ticket-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import { useDates } from '../../text/dates.ts';
import { TextField } from '../../ui/fields.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { BadgeTrigger } from '../../ui/status-badge.tsx';
import { snoozeTimes } from './snooze-times.ts';
import { shortcutProps } from './ticket-control-keys.ts';
import { useTicketChange } from './use-ticket-actions.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  ticket: TicketRow;
  /** For screen readers: "#1042". */
  ticketName: string;
}

/** A button that shows until when a ticket is snoozed and opens a menu of times. */
export function SnoozeMenu({ ticket, ticketName }: Props) {
  const { t } = useLingui();
  const dates = useDates();
  const changeTicket = useTicketChange();
  const [isChoosing, setChoosing] = useState(false);
  const now = useNow();
  const until = isSnoozed(ticket) ? dates.full(ticket.snoozed_until) : null;
  const snooze = (to: Date | null) => void changeTicket(ticket, { kind: 'ticket.snooze', to: to && to.toISOString() });
  const items = useSnoozeItems(new Date(now), { snooze, choose: () => setChoosing(true), isSnoozed: until !== null });
  return (
    <>
      <Menu
        label={t`Snooze ${ticketName}`}
        align="start"
        items={items}
        trigger={(props) => (
          <BadgeTrigger
            type="button"
            minH="6"
            {...shortcutProps('snooze')}
            aria-label={until === null ? t`Snooze ${ticketName}` : t`${ticketName} is snoozed until ${until}`}
            title={until === null ? t`Snooze` : undefined}
            {...props}
          >
            <AlarmClock size={14} aria-hidden="true" />
            {until === null ? (
              <span data-word="">
                <Trans>Snooze</Trans>
              </span>
            ) : (
              <Trans>Until {until}</Trans>
            )}
          </BadgeTrigger>
        )}
      />
      {isChoosing ? <TimeDialog now={new Date(now)} onChoose={snooze} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}

interface ItemOptions {
  snooze: (to: Date | null) => void;
  choose: () => void;
  isSnoozed: boolean;
}

function useSnoozeItems(now: Date, { snooze, choose, isSnoozed: isOn }: ItemOptions): MenuItem[] {
  const { t } = useLingui();
  const times = snoozeTimes(now);
  const item = (id: keyof typeof times, label: string): MenuItem[] => {
    const to = times[id];
    return to ? [{ id, label, icon: AlarmClock, onSelect: () => snooze(to) }] : [];
  };
  return [
    ...item('hour', t`In an hour`),
    ...item('evening', t`This evening`),
    ...item('morning', t`Tomorrow morning`),
    ...item('week', t`Next week`),
    { id: 'choose', label: t`Choose a time…`, icon: CalendarClock, onSelect: choose },
    ...(isOn ? [{ id: 'none', label: t`End snooze`, icon: AlarmClockOff, onSelect: () => snooze(null) }] : []),
  ];
}

interface DialogProps {
  now: Date;
  onChoose: (to: Date) => void;
  onClose: () => void;
}

function TimeDialog({ now, onChoose, onClose }: DialogProps) {
  const { t } = useLingui();
  const [value, setValue] = useState(() => localText(snoozeTimes(now).morning));
  const time = new Date(value);
  const isPast = !(time.getTime() > now.getTime());
  return (
    <SheetDialog
      open
      onClose={onClose}
      size="sm"
      title={<Trans>Snooze until</Trans>}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            disabled={isPast}
            onClick={() => {
              onChoose(time);
              onClose();
            }}
          >
            <Trans>Snooze</Trans>
          </Button>
        </>
      }
    >
      <TextField
        type="datetime-local"
        label={t`Date and time`}
        value={value}
        error={isPast ? t`Choose a later time.` : null}
        onChange={setValue}
      />
    </SheetDialog>
  );
}

/** Returns a time as the text of a field of the browser, in this device's time zone. */
function localText(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
