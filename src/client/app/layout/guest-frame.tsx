import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { GuestIntro, Motto } from './guest-intro.tsx';
import { LanguageSelect } from './language-select.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

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
      <GuestIntro />
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
