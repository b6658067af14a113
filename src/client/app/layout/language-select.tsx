import { useLingui } from '@lingui/react/macro';
import { ChevronDown, Languages } from 'lucide-react';
import { activateLocale, isLocale, locales } from '../../text/locales.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The choice of the app's language, a native `select`; `compact` shows an icon only. */
export function LanguageSelect({ compact = false }: { compact?: boolean }) {
  const { i18n, t } = useLingui();
  const choose = (value: string) => {
    if (isLocale(value)) void activateLocale(value);
  };
  return (
    <Box
      position="relative"
      display="inline-flex"
      alignItems="center"
      h={{ base: '11', md: '9' }}
      w={compact ? { base: '11', md: '9' } : 'auto'}
      borderRadius="md"
      color="fg.muted"
      _hover={{ bg: 'bg.hover', color: 'fg' }}
      css={{ '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing' } }}
    >
      <Box
        position="absolute"
        insetStart={compact ? '50%' : '2.5'}
        ms={compact ? '-9px' : '0'}
        pointerEvents="none"
        aria-hidden="true"
      >
        <Languages size="1.125rem" />
      </Box>
      <PlainSelect
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={(event) => choose(event.currentTarget.value)}
        {...(compact ? { w: 'full', opacity: 0 } : { ps: '9', pe: '8' })}
      >
        {Object.entries(locales).map(([locale, name]) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </PlainSelect>
      {compact ? null : (
        <Box position="absolute" insetEnd="2" pointerEvents="none" aria-hidden="true">
          <ChevronDown size="1rem" />
        </Box>
      )}
    </Box>
  );
}

const PlainSelect = chakra('select', {
  base: {
    appearance: 'none',
    fieldSizing: 'content',
    bg: 'transparent',
    h: 'full',
    cursor: 'pointer',
    borderRadius: 'md',
    fontSize: { base: 'md', md: 'sm' },
    color: 'inherit',
    outline: 'none',
    '& > option': { bg: 'bg.panel', color: 'fg' },
  },
});
