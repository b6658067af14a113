import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useFormatCount } from '../text/money.ts';
import { PlainLink } from './app-link.tsx';

interface Crumb {
  label: ReactNode;
  to: string;
}

interface Props {
  title: string;
  /** Shown in the h1 instead of `title`, for example a badge with the title. */
  heading?: ReactNode;
  /** The pages above this one, outermost first. */
  breadcrumb?: readonly Crumb[];
  /** The total number of rows, beside the title. */
  count?: number | null | undefined;
  /** A line under the title. */
  description?: ReactNode;
  /** Buttons at the end; one of them is the page's main button. */
  actions?: ReactNode;
}

/** The head of a page: its breadcrumb, title (also the window's), count and actions. */
export function PageHeader({ title, heading, breadcrumb, count, description, actions }: Props) {
  const formatCount = useFormatCount();
  useEffect(() => {
    document.title = `${title} · Comptoir`;
  }, [title]);
  return (
    <Box mb={{ base: '4', md: '6' }}>
      {breadcrumb?.length ? <Breadcrumb crumbs={breadcrumb} /> : null}
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" columnGap="4" rowGap="3">
        <Box minW="0" flex="1 1 auto">
          <chakra.h1
            display="flex"
            alignItems="baseline"
            gap="2.5"
            flexWrap="wrap"
            textStyle={{ base: 'xl', md: '2xl' }}
            fontWeight="semibold"
            letterSpacing="tighter"
            overflowWrap="anywhere"
          >
            {heading ?? <bdi>{title}</bdi>}
            {typeof count === 'number' ? (
              <chakra.span
                className="numbers"
                textStyle="md"
                fontWeight="normal"
                color="fg.subtle"
                letterSpacing="normal"
              >
                {formatCount(count)}
              </chakra.span>
            ) : null}
          </chakra.h1>
          {description ? (
            <chakra.div mt="1" color="fg.muted" maxW="prose" textWrap="pretty">
              {description}
            </chakra.div>
          ) : null}
        </Box>
        {actions ? (
          <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
            {actions}
          </Box>
        ) : null}
      </Box>
    </Box>
  );
}

function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useLingui();
  return (
    <chakra.nav aria-label={t`Breadcrumb`} mb="1">
      <chakra.ol display="flex" flexWrap="wrap" alignItems="center" textStyle="sm" color="fg.muted">
        {crumbs.map((crumb) => (
          <chakra.li key={crumb.to} display="inline-flex" alignItems="center" gap="1" pe="1">
            <PlainLink
              to={crumb.to}
              display="inline-flex"
              alignItems="center"
              minH={{ base: '11', md: '7' }}
              borderRadius="xs"
              focusVisibleRing="outside"
              _hover={{ color: 'fg', textDecoration: 'underline' }}
            >
              {crumb.label}
            </PlainLink>
            <ChevronRight size={14} data-mirror="" aria-hidden="true" />
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.nav>
  );
}
