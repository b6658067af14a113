import { Trans } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Box, chakra, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Brand } from './brand.tsx';
import { LanguageSelect } from './language-select.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** The frame of the pages before a sign-in: the form, and on wide screens a description of the app beside it. */
export function GuestFrame({ children }: { children?: ReactNode }) {
  return (
    <Box
      minH="100dvh"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 30rem)' }}
      bg="bg.panel"
    >
      <Stack minH="100dvh">
        <Wrap
          as="header"
          alignItems="center"
          justifyContent="space-between"
          px={{ base: '5', md: '8' }}
          minH="16"
          css={strip}
        >
          <Brand />
          <LanguageSelect />
          <chakra.p flex="1 0 100%" pb="10" hideFrom="lg">
            <Motto />
          </chakra.p>
        </Wrap>
        <Box
          as="main"
          id="main"
          tabIndex={-1}
          outline="none"
          flex="1"
          display="flex"
          justifyContent="center"
          alignItems={{ base: 'flex-start', sm: 'center' }}
          px="5"
          pt={{ base: '7', sm: '0' }}
          pb="16"
          css={sheet}
        >
          <Box w="full" maxW="25rem">
            <UpdateNotice />
            {children ?? <Outlet />}
          </Box>
        </Box>
      </Stack>
      <GuestIntro />
    </Box>
  );
}

/** On phones and tablets the header is a strip in the `hero` colours, like the card of the balance, and the form a sheet over its lower edge. */
const strip = {
  lgDown: {
    bgImage: 'linear-gradient(135deg, {colors.hero.from}, {colors.hero.to})',
    '& :is(p, span, div, select)': { color: 'hero.fg' },
    '--c-colors-brand-focus-ring': 'colors.hero.fg',
  },
} as const;
const sheet = { lgDown: { mt: '-5', bg: 'bg.panel', borderTopRadius: '2xl', position: 'relative' } } as const;

/** Loaded after the form, because the size of the first page is limited. */
const OrdersDrawing = lazyPart(async () => (await import('./guest-orders.tsx')).OrdersDrawing, null, {
  isOptional: true,
});
const drawingHeight = '13.5rem';

const Motto = () => <Trans>The counter of your shop, always open.</Trans>;

/** The coloured half of the pages before a sign-in: what the app is, with a drawing of its list of orders. */
function GuestIntro() {
  return (
    <Stack
      as="aside"
      hideBelow="lg"
      position="relative"
      overflow="hidden"
      bg="intro"
      color="white"
      justifyContent="center"
      gap="7"
      px="12"
    >
      <Box
        aria-hidden="true"
        position="absolute"
        inset="0"
        bgImage="radial-gradient(60rem 40rem at 120% -10%, color-mix(in srgb, {colors.intro.mark} 30%, transparent), transparent 60%), radial-gradient(40rem 30rem at -20% 110%, color-mix(in srgb, {colors.intro} 58%, black), transparent 60%)"
      />
      <Box position="relative">
        <chakra.p textStyle="3xl" fontWeight="semibold" letterSpacing="tighter" textWrap="balance">
          <Motto />
        </chakra.p>
        <chakra.p mt="3" color="intro.fg">
          <Trans>Order from your prepaid balance in two taps.</Trans>
        </chakra.p>
      </Box>
      <Box position="relative" minH={drawingHeight} aria-hidden="true">
        <OrdersDrawing />
      </Box>
      <chakra.p position="relative" display="flex" gap="3" color="intro.fg" textStyle="sm">
        <Box as="span" aria-hidden="true" pt="0.5" color="intro.mark">
          <WifiOff size="1.125rem" />
        </Box>
        <Trans>Keep working offline: everything is sent when you are back online.</Trans>
      </chakra.p>
    </Stack>
  );
}
