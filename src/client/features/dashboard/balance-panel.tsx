import { Trans, useLingui } from '@lingui/react/macro';
import { CircleQuestionMark, Plus } from 'lucide-react';
import { useState } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import { serverNow } from '../../text/dates.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { AgeNote } from '../../ui/age-note.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { balanceDays } from './balance-by-day.ts';
import { readBalance } from './first-queries.ts';
import { ViewAll } from './view-all.tsx';
import { Box, chakra, HStack, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

const AddBalanceDialog = lazyPart(async () => (await import('./add-balance.tsx')).AddBalanceDialog);

/** The balance in large figures, with a line of its last days, and the way to add to it. */
export function BalancePanel() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <>
      <Hero onHelp={() => setHelpOpen(true)} />
      {/* Not inside the hero, whose colours its texts would have. */}
      {isHelpOpen ? <AddBalanceDialog onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
}

function Hero({ onHelp }: { onHelp: () => void }) {
  const { t } = useLingui();
  const account = useLiveQuery(() => readBalance(currentDatabase(), serverNow()), []);
  const { lastSyncAt, online } = useSyncStatus();
  return (
    <Box as="section" css={hero}>
      <HStack justifyContent="space-between" gap="3">
        <chakra.h2 textStyle="sm">
          <Trans>Your balance</Trans>
        </chakra.h2>
        <ViewAll to="/user/balance" label={t`View all movements of your balance`} />
      </HStack>
      <Wrap alignItems="flex-end" justifyContent="space-between" columnGap="4" rowGap="1">
        <HStack mt="1" minH="10">
          {account ? (
            <MoneyText amount={account.balance} textStyle="display" whiteSpace="normal" />
          ) : (
            <SkeletonBlock h="8" w="40" bg="color-mix(in srgb, {colors.hero.fg} 22%, transparent)" />
          )}
        </HStack>
        {account && account.days.length > 1 ? <LastDays days={account.days} /> : null}
      </Wrap>
      <Wrap alignItems="center" justifyContent="space-between" columnGap="3" minH="4">
        <AddButton onHelp={onHelp} />
        <AgeNote at={lastSyncAt} online={online} freshMs={0} />
      </Wrap>
    </Box>
  );
}

/** Leads to a top-up request; without a method, to the shop's text about adding balance. */
function AddButton({ onHelp }: { onHelp: () => void }) {
  // While it is not known, as with one: where a shop has methods, nothing moves then.
  const hasMethods = useTopupMethods()?.length !== 0;
  return hasMethods ? (
    <ButtonLink to="/user/top-up" variant="plain" size="sm" {...help}>
      <Plus aria-hidden="true" />
      <Trans>Add balance</Trans>
    </ButtonLink>
  ) : (
    <Button variant="plain" size="sm" {...help} aria-haspopup="dialog" onClick={onHelp}>
      <CircleQuestionMark aria-hidden="true" />
      <Trans>How to add balance</Trans>
    </Button>
  );
}

const help = { px: '0', my: '-2.5', color: 'inherit', textStyle: 'meta' } as const;

/** The balance of the last days as a line; fewer days where the device knows fewer. */
function LastDays({ days }: { days: readonly number[] }) {
  return (
    <Stack alignItems="flex-end" gap="0.5" ms="auto" mt="1.5">
      <Sparkline values={days} w="28" h="10" stroke="hero.fg" />
      {days.length === balanceDays ? (
        <chakra.span textStyle="meta">
          <Trans>Last {balanceDays} days</Trans>
        </chakra.span>
      ) : null}
    </Stack>
  );
}

/** In the colours of the page of movements. */
const hero = {
  minH: '8.25rem',
  px: { base: '4', md: '5' },
  py: '4',
  borderRadius: 'xl',
  color: 'hero.fg',
  bgImage: 'linear-gradient(135deg, {colors.hero.from}, {colors.hero.to})',
  '& :is(a, p, h2, span)': { color: 'hero.fg' },
  // Above the line, which begins in the lower part of its target.
  '& :is(a, button)': { '--focus-ring-color': '{colors.hero.fg}', position: 'relative', zIndex: 1 },
} as const;
