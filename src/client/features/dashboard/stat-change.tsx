import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { numberFormat } from '../../text/formats.ts';
import { tagOf } from '../../text/locales.ts';
import type { Period } from './periods.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  now: number;
  /** The figure of the period before, up to the same day and time. */
  before: number;
  period: ComparedPeriod;
  /** More is good: gains are green and losses red. */
  isGain: boolean;
}

type ComparedPeriod = Exclude<Period, 'lifetime'>;

/** The change of a figure against the same part of the period before: "▲ 12%", "new" or "–". */
export function StatChange({ now, before, period, isGain }: Props) {
  const { i18n } = useLingui();
  const { words, mark, sign } = useChangeWords(changeOf(now, before));
  const comparison = i18n._(comparisons[period]);
  const colour = !isGain || sign === 0 ? 'fg.muted' : sign > 0 ? 'fg.success' : 'fg.error';
  return (
    <Box as="span" textStyle="meta" fontWeight="medium" color={colour} title={comparison}>
      <bdi aria-hidden="true" className="numbers">
        {mark}
      </bdi>
      <Hidden>{` ${words}, ${comparison} · `}</Hidden>
    </Box>
  );
}

/** Returns a change in words, its short form, and whether it is a gain (1), a loss (-1) or neither (0). */
function useChangeWords(change: ReturnType<typeof changeOf>): { words: string; mark: string; sign: number } {
  const { t, i18n } = useLingui();
  if (change === 'none') return { words: t`no comparison`, mark: '–', sign: 0 };
  if (change === 'new') return { words: t`none before`, mark: t({ message: 'new', context: 'change' }), sign: 1 };
  const percent = numberFormat(tagOf(i18n.locale), { style: 'percent', maximumFractionDigits: 0 });
  const size = percent.format(Math.abs(change));
  if (change === 0) return { words: t`unchanged`, mark: size, sign: 0 };
  return change > 0
    ? { words: t`up ${size}`, mark: `▲ ${size}`, sign: 1 }
    : { words: t`down ${size}`, mark: `▼ ${size}`, sign: -1 };
}

/** The periods that the figures are compared with. */
const comparisons: Record<ComparedPeriod, MessageDescriptor> = {
  today: msg`compared with yesterday up to this time`,
  week: msg`compared with last week up to this day and time`,
  month: msg`compared with last month up to this day and time`,
  year: msg`compared with last year up to this day and time`,
};

/**
 * Returns the change as a part of the figure before, rounded to percent; `new` when there was nothing before, `none`
 * where no part can be given.
 *
 * @internal Exported for tests.
 */
export function changeOf(now: number, before: number): number | 'new' | 'none' {
  if (before < 0 || (before === 0 && now <= 0)) return 'none';
  if (before === 0) return 'new';
  return Math.round(((now - before) / before) * 100) / 100;
}

const Hidden = chakra('span', { base: { srOnly: true } });
