import { useLingui } from '@lingui/react/macro';
import type { DirectoryUser } from '../../../contract/people.ts';
import { ticketPriorities, ticketStatuses, ticketTypes } from '../../../contract/ticket-rules.ts';
import { currentDatabase } from '../../local/current.ts';
import { readAdmins } from '../../local/people.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useStatuses } from '../../text/statuses.ts';
import type { SelectOption } from '../../ui/fields.tsx';

/** Returns the statuses of tickets with their labels. */
export function useStatusChoices(): SelectOption[] {
  const statuses = useStatuses();
  return ticketStatuses.map((value) => ({ value, label: statuses.ticket(value).label }));
}

export function useTypeChoices(): SelectOption[] {
  const statuses = useStatuses();
  return ticketTypes.map((value) => ({ value, label: statuses.ticketType(value) }));
}

/** Returns the priorities, the highest first. */
export function usePriorityChoices(): SelectOption[] {
  const statuses = useStatuses();
  return ticketPriorities.toReversed().map((value) => ({ value, label: statuses.priority(value) }));
}

/** Returns the choice `none` for tickets without an assignee, then the admins with their ids as values. */
export function useAssigneeChoices(): SelectOption[] {
  const { t } = useLingui();
  const admins = useAdmins().map(({ id, name }) => ({ value: String(id), label: name }));
  return [{ value: 'none', label: t`Nobody` }, ...admins];
}

/** Returns the active admins that this device knows; an empty list until they are read. */
export function useAdmins(): readonly DirectoryUser[] {
  const db = currentDatabase();
  return useLiveQuery(() => readAdmins(db), [db]) ?? noAdmins;
}

const noAdmins: readonly DirectoryUser[] = [];
