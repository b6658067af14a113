import { Trans } from '@lingui/react/macro';
import { CloudOff, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { readAccount } from './queries.ts';
import { Box, chakra, HStack } from '../../ui/theme/styled.tsx';

/** The balance in large figures with the time it was read (S1-09); `children` are the actions beside it. */
export function BalanceHero({ children }: { children?: ReactNode }) {
  const account = useLiveQuery(() => readAccount(currentDatabase()), []);
  return (
    <Surface>
      <Box minW="0" flex="1 1 12rem">
        <chakra.h2 textStyle="sm">
          <Trans>Your balance</Trans>
        </chakra.h2>
        <HStack mt="1" mb="1" minH="10">
          {account ? (
            <MoneyText amount={account.balance} textStyle="display" whiteSpace="normal" />
          ) : (
            <SkeletonBlock h="8" w="40" bg="color-mix(in srgb, {colors.hero.fg} 22%, transparent)" />
          )}
        </HStack>
        <ReadAt />
      </Box>
      {children}
    </Surface>
  );
}

/** When the balance was read from the server. */
function ReadAt() {
  const { lastSyncAt, online } = useSyncStatus();
  const dates = useDates();
  const now = useNow();
  const Icon = online ? History : CloudOff;
  if (lastSyncAt === null) return <Box minH="4" />;
  const age = dates.relative(lastSyncAt, now);
  return (
    <chakra.p display="flex" alignItems="center" gap="1.5" minH="4" textStyle="meta">
      <Icon size="0.875rem" aria-hidden="true" />
      {online ? <Trans>Updated {age}</Trans> : <Trans>Offline · updated {age}</Trans>}
    </chakra.p>
  );
}

const Surface = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4',
    minH: '8.25rem',
    px: { base: '4', md: '5' },
    py: '4',
    borderRadius: 'xl',
    color: 'hero.fg',
    bgImage: 'linear-gradient(135deg, {colors.hero.from}, {colors.hero.to})',
  },
});
