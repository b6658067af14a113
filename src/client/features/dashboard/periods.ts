import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { periods } from '../../../contract/dashboard.ts';
import type { DashboardFigures } from '../../local/meta.ts';
import { useListState } from '../../ui/use-list-state.ts';

export type Period = (typeof periods)[number];

const isPeriod = (text: string): text is Period => (periods as readonly string[]).includes(text);

/** The names of the periods, shortest first. */
export const periodNames: Record<Period, MessageDescriptor> = {
  today: msg`Today`,
  week: msg`Week`,
  month: msg`Month`,
  year: msg`Year`,
  lifetime: msg`All time`,
};

/** The same periods inside a sentence or after a figure. */
export const periodPhrases: Record<Period, MessageDescriptor> = {
  today: msg`today`,
  week: msg`this week`,
  month: msg`this month`,
  year: msg`this year`,
  lifetime: msg`since the start`,
};

/** The periods before, as the names of earlier figures. */
export const earlierNames: Record<Period, MessageDescriptor | null> = {
  today: msg`Yesterday`,
  week: msg`Last week`,
  month: msg`Last month`,
  year: msg`Last year`,
  lifetime: null,
};

/** The period in the address (`?period=`); the week by default and for unknown values. */
export function usePeriod(): { period: Period; setPeriod: (period: Period) => void } {
  const { state, set } = useListState({ period: 'week' });
  return { period: isPeriod(state.period) ? state.period : 'week', setPeriod: (period) => set({ period }) };
}

/** What a panel needs to show the figures of a period. */
export interface PanelProps {
  period: Period;
  figures: DashboardFigures | undefined;
  /** The figures are not known yet and may still come. */
  isPending: boolean;
}
