import { useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronsDown, ChevronsUp, Equal, UserRound, UserRoundX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { DirectoryUser } from '../../../contract/people.ts';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import type { TicketPriority } from '../../../contract/tickets.ts';
import { isolated } from '../../text/isolated.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { BadgeTrigger } from '../../ui/status-badge.tsx';
import { shortcutProps } from './ticket-control-keys.ts';
import { chakra } from '../../ui/theme/styled.tsx';

const looks: Record<TicketPriority, { Picture: LucideIcon; color: string }> = {
  low: { Picture: ChevronsDown, color: 'fg.subtle' },
  medium: { Picture: Equal, color: 'fg.subtle' },
  high: { Picture: ChevronsUp, color: 'fg.error' },
};

interface MarkProps {
  priority: TicketPriority;
  /** The usual priority is a picture only, where space is short (`data-word`). */
  isUsualQuiet?: boolean;
}

/** A ticket's priority as a picture and a word. */
export function PriorityMark({ priority, isUsualQuiet = false }: MarkProps) {
  const { Picture, color } = looks[priority];
  const word = useStatuses().priority(priority);
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" whiteSpace="nowrap">
      <chakra.span color={color} display="inline-flex" aria-hidden="true">
        <Picture size={15} />
      </chakra.span>
      {isUsualQuiet && priority === 'medium' ? <span data-word="">{word}</span> : word}
    </chakra.span>
  );
}

/** Returns the priorities as entries of a menu, the highest first. */
export const priorityItems = (onSelect: (priority: TicketPriority) => void, current?: TicketPriority): MenuItem[] =>
  ticketPriorities.toReversed().map((priority) => ({
    id: priority,
    ...(current && { checked: priority === current }),
    label: <PriorityMark priority={priority} />,
    onSelect: () => onSelect(priority),
  }));

/** Returns a function that makes the admins entries of a menu, the signed-in admin first and "no admin" last. */
export function useAssigneeItems(admins: readonly DirectoryUser[], me: number) {
  const { t } = useLingui();
  return (onSelect: (assignee: number | null) => void, current?: number | null): MenuItem[] => {
    const item = (id: number | null, label: string, icon: LucideIcon): MenuItem => ({
      id: String(id),
      icon,
      ...(current !== undefined && { checked: id === current }),
      label: <IsolatedText>{label}</IsolatedText>,
      onSelect: () => onSelect(id),
    });
    const own = admins
      .filter(({ id }) => id === me)
      .map(({ id, name }) => item(id, t`${{ name: isolated(name) }} (you)`, UserRound));
    const others = admins.filter(({ id }) => id !== me).map(({ id, name }) => item(id, name, UserRound));
    return [...own, ...others, item(null, t`Nobody`, UserRoundX)];
  };
}

interface PriorityProps {
  priority: TicketPriority;
  /** For screen readers: "#1042". */
  ticketName: string;
  onChange: (priority: TicketPriority) => void;
}

/** A ticket's priority as a button that opens the list of priorities. */
export function PriorityMenu({ priority, ticketName, onChange }: PriorityProps) {
  const { t } = useLingui();
  const label = useStatuses().priority(priority);
  return (
    <Menu
      label={t`Priority of ${ticketName}`}
      align="start"
      items={priorityItems(onChange, priority)}
      trigger={(props) => (
        <BadgeTrigger
          type="button"
          minH="6"
          aria-label={t`Priority of ${ticketName}: ${label}`}
          title={label}
          {...shortcutProps('priority')}
          {...props}
        >
          <PriorityMark priority={priority} isUsualQuiet />
          <ChevronDown size={14} aria-hidden="true" style={{ opacity: 0.6 }} />
        </BadgeTrigger>
      )}
    />
  );
}

interface AssigneeProps {
  assignee: number | null;
  ticketName: string;
  admins: readonly DirectoryUser[];
  /** The id of the signed-in admin. */
  me: number;
  onChange: (assignee: number | null) => void;
}

/** The admin who works on a ticket as a button that opens the list of admins. */
export function AssigneeMenu({ assignee, ticketName, admins, me, onChange }: AssigneeProps) {
  const { t } = useLingui();
  const items = useAssigneeItems(admins, me);
  const name = assignee === null ? null : (admins.find(({ id }) => id === assignee)?.name ?? `#${assignee}`);
  const label = name === null ? t`Nobody` : isolated(name);
  return (
    <Menu
      label={t`Assignee of ${ticketName}`}
      align="start"
      items={items(onChange, assignee)}
      trigger={(props) => (
        <BadgeTrigger
          type="button"
          minH="6"
          maxW="full"
          data-shrinks=""
          aria-label={t`Assignee of ${ticketName}: ${label}`}
          {...shortcutProps('assignee')}
          {...props}
        >
          <AssigneeMark name={name} />
          <ChevronDown size={14} aria-hidden="true" style={{ opacity: 0.6, flexShrink: 0 }} />
        </BadgeTrigger>
      )}
    />
  );
}

/** The admin who works on a ticket, as a picture and a name. */
export function AssigneeMark({ name }: { name: string | null }) {
  const { t } = useLingui();
  const Picture = name === null ? UserRoundX : UserRound;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" minW="0" color={name === null ? 'fg.muted' : 'fg'}>
      <chakra.span color="fg.subtle" display="inline-flex" flexShrink="0" aria-hidden="true">
        <Picture size={15} />
      </chakra.span>
      <chakra.bdi minW="0" truncate>
        {name ?? t`Nobody`}
      </chakra.bdi>
    </chakra.span>
  );
}
