import { useLingui } from '@lingui/react/macro';
import { ticketPriorities } from '../../contract/ticket-rules.ts';
import type { WaitingGoals } from '../../contract/waiting-goals.ts';
import { numberFormat } from './formats.ts';
import { tagOf } from './locales.ts';
import { useStatuses } from './statuses.ts';

/** Returns a function that writes goals, one text for each priority: "High: 1 hr". */
export function useFormatGoals(): (goals: Readonly<Record<keyof WaitingGoals, number | string>>) => string[] {
  const { i18n } = useLingui();
  const statuses = useStatuses();
  const hours = numberFormat(tagOf(i18n.locale), { style: 'unit', unit: 'hour' });
  return (goals) =>
    ticketPriorities
      .toReversed()
      .map((priority) => `${statuses.priority(priority)}: ${hours.format(Number(goals[priority]))}`);
}
