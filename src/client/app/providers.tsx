import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { getSystem } from '../ui/theme/system.ts';

/** The language and the look, for everything under them. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <ChakraProvider value={getSystem()}>{children}</ChakraProvider>
    </I18nProvider>
  );
}
