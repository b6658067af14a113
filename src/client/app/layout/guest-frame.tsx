import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { Headset, Wallet, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
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
      <Box display="flex" flexDirection="column" minH="100dvh">
        <Box
          as="header"
          display="flex"
          flexWrap="wrap"
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
        </Box>
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
      </Box>
      <AppIntro />
    </Box>
  );
}

/** On phones and tablets the head of the page is a strip in the colours of the balance, and the form a sheet over its end. */
const strip = {
  lgDown: {
    bgImage: 'linear-gradient(135deg, {colors.hero.from}, {colors.hero.to})',
    '& :is(p, span, div, select)': { color: 'hero.fg' },
    '--c-colors-brand-focus-ring': 'colors.hero.fg',
  },
} as const;
const sheet = { lgDown: { mt: '-5', bg: 'bg.panel', borderTopRadius: '2xl', position: 'relative' } } as const;

const Motto = () => <Trans>The counter of your shop, always open.</Trans>;

function AppIntro() {
  return (
    <Box
      as="aside"
      hideBelow="lg"
      position="relative"
      overflow="hidden"
      bg="intro"
      color="white"
      display="flex"
      flexDirection="column"
      justifyContent="center"
      gap="8"
      px="12"
    >
      <Box
        aria-hidden="true"
        position="absolute"
        inset="0"
        bgImage="radial-gradient(60rem 40rem at 120% -10%, color-mix(in srgb, {colors.intro.mark} 30%, transparent), transparent 60%), radial-gradient(40rem 30rem at -20% 110%, color-mix(in srgb, {colors.intro} 58%, black), transparent 60%)"
      />
      <chakra.p position="relative" textStyle="2xl" fontWeight="semibold" letterSpacing="tighter" textWrap="balance">
        <Motto />
      </chakra.p>
      <chakra.ul position="relative" display="flex" flexDirection="column" gap="5" color="intro.fg">
        <Benefit icon={<Wallet size="1.25rem" />}>
          <Trans>Order from your prepaid balance in two taps.</Trans>
        </Benefit>
        <Benefit icon={<Headset size="1.25rem" />}>
          <Trans>Ask support and follow every answer.</Trans>
        </Benefit>
        <Benefit icon={<WifiOff size="1.25rem" />}>
          <Trans>Keep working offline: everything is sent when you are back online.</Trans>
        </Benefit>
      </chakra.ul>
    </Box>
  );
}

function Benefit({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <chakra.li display="flex" gap="3.5" textStyle="md" alignItems="flex-start">
      <Box aria-hidden="true" pt="0.5" color="intro.mark">
        {icon}
      </Box>
      <span>{children}</span>
    </chakra.li>
  );
}
