import { Trans, useLingui } from '@lingui/react/macro';
import { goalMs, goalsOf } from '../../../contract/waiting-goals.ts';
import type { DashboardFigures } from '../../local/meta.ts';
import { numberFormat } from '../../text/formats.ts';
import { tagOf } from '../../text/locales.ts';
import { useShop } from '../../text/shop.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { NotLoaded } from './skeleton-rows.tsx';
import { earlierNames, type PanelProps } from './periods.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

type Answers = NonNullable<DashboardFigures['answers']>;

/** The share of answers in time, also by priority, and the times to the first answer and to the solution (S2R-16). */
export function AnswerTimesPanel({ period, figures, isPending }: PanelProps) {
  const answers = figures?.answers;
  return (
    <Panel title={<Trans>Time to answer</Trans>}>
      <Box aria-busy={isPending}>
        {answers ? <Figures answers={answers} period={period} /> : null}
        {!answers && isPending ? <SkeletonLines lines={8} /> : null}
        {!answers && !isPending ? <NotLoaded /> : null}
      </Box>
    </Panel>
  );
}

function Figures({ answers, period }: { answers: Answers; period: PanelProps['period'] }) {
  const { t } = useLingui();
  const { share, time } = useFormats();
  const { before, in_time: inTime, late } = answers;
  const slow = (times: Answers['solution']) => (times ? t`9 of 10 within ${time(times.nine_of_ten)}` : '');
  return (
    <>
      <chakra.dl display="flex" flexDirection="column" gap="2.5">
        <Figure
          label={t`Answered in time`}
          value={share(answers)}
          note={t`${inTime} in time, ${late} late`}
          before={before && share(before)}
          period={period}
        />
        <Figure
          label={t`Time to the first answer`}
          value={time(answers.first_answer?.half)}
          note={slow(answers.first_answer)}
          before={before && time(before.first_answer?.half)}
          period={period}
        />
        <Figure
          label={t`Time to the solution`}
          value={time(answers.solution?.half)}
          note={slow(answers.solution)}
          before={before && time(before.solution?.half)}
          period={period}
        />
      </chakra.dl>
      <chakra.p mt="2" textStyle="meta" color="fg.subtle">
        <Trans>Tickets opened in the period, in opening hours. Half of them needed at most the time shown.</Trans>
      </chakra.p>
      <Priorities answers={answers} />
    </>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note: string;
  /** The value of the period before; null where there is none. */
  before: string | null;
  period: PanelProps['period'];
}

function Figure({ label, value, note, before, period }: FigureProps) {
  const { i18n } = useLingui();
  const earlier = earlierNames[period];
  return (
    <Box display="grid" gridTemplateColumns="1fr auto" columnGap="3">
      <chakra.dt textStyle="row" color="fg.muted">
        {label}
      </chakra.dt>
      <chakra.dd gridColumn="1 / -1" gridRow="2" display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3">
        <chakra.bdi className="numbers" textStyle="title">
          {value}
        </chakra.bdi>
        <MutedSpan textStyle="meta">{note}</MutedSpan>
      </chakra.dd>
      {earlier && before !== null ? (
        <chakra.dd textStyle="meta" color="fg.muted">
          {i18n._(earlier)} <bdi className="numbers">{before}</bdi>
        </chakra.dd>
      ) : null}
    </Box>
  );
}

function Priorities({ answers }: { answers: Answers }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const { share, time } = useFormats();
  const goals = goalsOf(useShop());
  return (
    <Table aria-label={t`Answers in time by priority`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Priority</Trans>
          </th>
          <th scope="col">
            <Trans>Goal</Trans>
          </th>
          <th scope="col">
            <Trans>In time</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {answers.by_priority.toReversed().map(({ priority, ...counts }) => (
          <tr key={priority}>
            <th scope="row">{statuses.priority(priority)}</th>
            <td className="numbers">{time(goalMs(goals, priority))}</td>
            <td className="numbers">{share(counts)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const minute = 60_000;
const hour = 60 * minute;

/** Formats shares of answers in time, and opening time in hours and minutes; a missing one is a dash. */
function useFormats() {
  const { i18n } = useLingui();
  const tag = tagOf(i18n.locale);
  const percent = numberFormat(tag, { style: 'percent' });
  const inUnit = (unit: 'hour' | 'minute', value: number) => numberFormat(tag, { style: 'unit', unit }).format(value);
  return {
    share: ({ in_time: inTime, late }: Pick<Answers, 'in_time' | 'late'>): string =>
      inTime + late > 0 ? percent.format(inTime / (inTime + late)) : '—',
    time: (ms: number | undefined): string => {
      if (ms === undefined) return '—';
      const minutes = Math.round(ms / minute);
      if (minutes < 60) return inUnit('minute', minutes);
      if (ms >= 10 * hour || minutes % 60 === 0) return inUnit('hour', Math.round(ms / hour));
      return `${inUnit('hour', Math.floor(minutes / 60))} ${inUnit('minute', minutes % 60)}`;
    },
  };
}

const Table = chakra('table', {
  base: {
    w: 'full',
    mt: '3',
    textStyle: 'sm',
    '& th, & td': { py: '1.5', fontWeight: 'normal', textAlign: 'end' },
    '& tbody tr': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '& th:first-of-type': { textAlign: 'start' },
    '& thead th': { color: 'fg.muted', textStyle: 'xs' },
  },
});
