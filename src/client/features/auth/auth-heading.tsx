import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { isolated } from '../../text/isolated.ts';
import { useShop } from '../../text/shop.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

/** The title of a page before the sign-in; sets the window's title too. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  const { name: shop } = useShop();
  useEffect(() => {
    document.title = `${title} · ${isolated(shop)}`;
  }, [title, shop]);
  return (
    <Box mb="7">
      <chakra.h1 textStyle="2xl" fontWeight="semibold" letterSpacing="tighter">
        {title}
      </chakra.h1>
      {children ? (
        <Muted mt="1.5" textWrap="pretty">
          {children}
        </Muted>
      ) : null}
    </Box>
  );
}

/** The way back from a page that is only reached from the login or from an e-mail. */
export function BackToLogin() {
  return (
    <Box as="p" mt="3">
      <AppLink to="/auth/login" display="inline-flex" alignItems="center" minH="11">
        <Trans>Back to the login</Trans>
      </AppLink>
    </Box>
  );
}
