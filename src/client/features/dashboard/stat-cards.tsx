import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { orderStatuses, returnedStatuses } from '../../../contract/order-rules.ts';
import type { DashboardFigures } from '../../local/meta.ts';
import { useFormatCount, useMoney } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { countBegun, usersUpTo } from './buckets.ts';
import { StatChange } from './stat-change.tsx';
import { periodPhrases, type PanelProps, type Period } from './periods.ts';
import { Box, chakra, HStack, MutedSpan, Wrap } from '../../ui/theme/styled.tsx';

/** The four figures of a period: users, profit, balance added and requests; each leads to its list (S2D-02). */
export function StatCards({ period, figures, isPending }: PanelProps) {
  const cards = useCards(period, figures);
  return (
    <Box
      aria-busy={isPending}
      display="grid"
      gap={{ base: '3', md: '4' }}
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
    >
      {cards.map((card) => (
        <StatCard key={card.label} {...card} isPending={isPending} />
      ))}
    </Box>
  );
}

interface Card {
  label: string;
  /** Undefined until it is known: never an invented number. */
  figure: string | undefined;
  note: ReactNode;
  trend: readonly number[];
  /** The change against the period before; null where there is none. */
  change: ReactNode;
  to: string;
  /** The filters of the list that show what the figure counts. */
  search?: Record<string, string>;
}

const incomeStatuses = orderStatuses.filter((status) => !returnedStatuses.includes(status));

function useCards(period: Period, figures: DashboardFigures | undefined): Card[] {
  const { t, i18n } = useLingui();
  const { format } = useMoney();
  const formatCount = useFormatCount();
  const phrase = i18n._(periodPhrases[period]);
  const stats = figures?.stats;
  const trends = trendsOf(figures);
  const since = sinceOf(period, figures);
  const changeIn = (name: keyof NonNullable<DashboardFigures['stats']['before']>, isGain = true): ReactNode =>
    stats?.before && period !== 'lifetime' ? (
      <StatChange now={stats[name]} before={stats.before[name]} period={period} isGain={isGain} />
    ) : null;
  return [
    {
      label: t`Total users`,
      figure: stats && formatCount(stats.users),
      note: <UsersNote joined={stats?.new_users} phrase={phrase} />,
      trend: trends.users,
      change: changeIn('users'),
      to: '/admin/users',
    },
    {
      label: t`Profit`,
      figure: stats && format(stats.profit),
      note: phrase,
      trend: trends.profit,
      change: changeIn('profit'),
      to: '/admin/orders',
      // Orders that count as income (C-36).
      search: { status: incomeStatuses.join(), ...since },
    },
    {
      label: t`Added balance`,
      figure: stats && format(stats.balance_added),
      note: phrase,
      trend: trends.added,
      change: changeIn('balance_added'),
      to: '/admin/audit',
      search: { action: 'balance.add', ...since },
    },
    {
      label: t`Requests`,
      figure: stats && formatCount(stats.tickets),
      note: <Trans>New tickets · {phrase}</Trans>,
      trend: trends.tickets,
      change: changeIn('tickets', false),
      to: '/admin/tickets',
    },
  ];
}

/** Returns the first day of the period as a filter of lists; all days belong to the whole time. */
function sinceOf(period: Period, figures: DashboardFigures | undefined): { from?: string } {
  const [first] = figures?.growth.data ?? [];
  if (period === 'lifetime' || !first) return {};
  return { from: first.period.slice(0, 10).padEnd(10, '-01') };
}

/** The values of the small lines, up to the present. */
function trendsOf(figures: DashboardFigures | undefined): Record<'users' | 'profit' | 'added' | 'tickets', number[]> {
  if (!figures) return { users: [], profit: [], added: [], tickets: [] };
  const begun = countBegun(figures.growth.data);
  const money = figures.money.data.slice(0, begun);
  return {
    users: usersUpTo(figures.growth, begun),
    profit: money.map(({ profit }) => profit),
    added: money.map((bucket) => bucket.balance_added),
    tickets: (figures.stats.tickets_by_time ?? []).slice(0, begun).map(({ count }) => count),
  };
}

function UsersNote({ joined, phrase }: { joined: number | undefined; phrase: string }) {
  if (joined === undefined) return phrase;
  return (
    <>
      <Plural value={joined} one="# new user" other="# new users" /> · {phrase}
    </>
  );
}

function StatCard({ label, figure, note, trend, change, to, search, isPending }: Card & { isPending: boolean }) {
  return (
    <PlainLink
      to={to}
      {...(search && { search: search as never })}
      display="block"
      px="4"
      py="3.5"
      minW="0"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="xl"
      focusVisibleRing="outside"
      transitionProperty="border-color"
      transitionDuration="fast"
      _hover={{ borderColor: 'border.control' }}
    >
      <MutedSpan display="block" minH="5" textStyle="row">
        {label}
      </MutedSpan>
      <HStack as="span" mt="1" minH="8">
        {figure === undefined && isPending ? (
          <SkeletonBlock h="6" w="24" />
        ) : (
          <chakra.bdi className="numbers" textStyle={figureStyle} minW="0" overflowWrap="anywhere">
            {figure ?? '—'}
          </chakra.bdi>
        )}
      </HStack>
      <Wrap as="span" alignItems="center" justifyContent="space-between" gapX="2" minH="5">
        <span>{change}</span>
        <Sparkline values={trend} />
      </Wrap>
      <chakra.span display="block" mt="0.5" textStyle="meta" color="fg.subtle">
        {note}
      </chakra.span>
    </PlainLink>
  );
}

/** Smaller where four cards are narrow. */
const figureStyle = { base: 'title', sm: 'figure', lg: 'title', xl: 'figure' };
