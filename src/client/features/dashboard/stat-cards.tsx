import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { DashboardFigures } from '../../local/meta.ts';
import { useFormatCount, useMoney } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { SparkChart } from '../../ui/spark-chart.tsx';
import { countBegun } from './buckets.ts';
import { usersUpTo } from './cumulate.ts';
import { periodPhrases, type PanelProps, type Period } from './periods.ts';

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
  to: string;
}

function useCards(period: Period, figures: DashboardFigures | undefined): Card[] {
  const { t, i18n } = useLingui();
  const { format } = useMoney();
  const formatCount = useFormatCount();
  const phrase = i18n._(periodPhrases[period]);
  const stats = figures?.stats;
  const trends = trendsOf(figures);
  return [
    {
      label: t`Total users`,
      figure: stats && formatCount(stats.users),
      note: <UsersNote joined={stats?.new_users} phrase={phrase} />,
      trend: trends.users,
      to: '/admin/users',
    },
    {
      label: t`Profit`,
      figure: stats && format(stats.profit),
      note: phrase,
      trend: trends.profit,
      to: '/admin/orders',
    },
    {
      label: t`Added balance`,
      figure: stats && format(stats.balance_added),
      note: phrase,
      trend: trends.added,
      to: '/admin/users',
    },
    {
      label: t`Requests`,
      figure: stats && formatCount(stats.tickets),
      note: <Trans>New tickets · {phrase}</Trans>,
      trend: [],
      to: '/admin/tickets',
    },
  ];
}

/** The values of the small lines, up to the present; the server has none for tickets. */
function trendsOf(figures: DashboardFigures | undefined): Record<'users' | 'profit' | 'added', number[]> {
  if (!figures) return { users: [], profit: [], added: [] };
  const begun = countBegun(figures.growth.data);
  const money = figures.money.data.slice(0, begun);
  return {
    users: usersUpTo(figures.growth, begun),
    profit: money.map(({ profit }) => profit),
    added: money.map((bucket) => bucket.balance_added),
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

function StatCard({ label, figure, note, trend, to, isPending }: Card & { isPending: boolean }) {
  return (
    <PlainLink
      to={to}
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
      <Box as="span" display="flex" alignItems="center" justifyContent="space-between" gap="2" minH="5">
        <chakra.span textStyle="row" color="fg.muted">
          {label}
        </chakra.span>
        <Box as="span" display={{ base: 'none', sm: 'inline-flex', lg: 'none', xl: 'inline-flex' }}>
          <SparkChart values={trend} />
        </Box>
      </Box>
      <Box as="span" display="flex" alignItems="center" mt="1" minH="8">
        {figure === undefined && isPending ? (
          <SkeletonBlock h="6" w="24" />
        ) : (
          <chakra.bdi className="numbers" textStyle={figureStyle} minW="0" overflowWrap="anywhere">
            {figure ?? '—'}
          </chakra.bdi>
        )}
      </Box>
      <chakra.span display="block" mt="0.5" textStyle="meta" color="fg.subtle">
        {note}
      </chakra.span>
    </PlainLink>
  );
}

/** Smaller where four cards are narrow. */
const figureStyle = { base: 'title', sm: 'figure', lg: 'title', xl: 'figure' };
