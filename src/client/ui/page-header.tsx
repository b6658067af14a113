import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { ChevronRight, LayoutDashboard } from 'lucide-react';
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

/** The head of a page in one line of 48 px: the pages above it, its title (also the window's), count and actions. */
export function PageHeader({ title, heading, breadcrumb, count, description, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Comptoir`;
  }, [title]);
  return (
    <Box mb={description ? { base: '3', md: '4' } : '1.5'}>
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="2" minH="12" py="0.5">
        {breadcrumb?.length ? <Breadcrumb crumbs={breadcrumb} /> : null}
        <chakra.h1
          display="flex"
          alignItems="baseline"
          columnGap="2"
          flexWrap="wrap"
          flex="1 1 0"
          minW="min-content"
          maxW="full"
          textStyle="title"
          overflowWrap="break-word"
        >
          {heading ?? <bdi>{title}</bdi>}
          {typeof count === 'number' ? <Count count={count} /> : null}
        </chakra.h1>
        {actions ? (
          <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" css={actionHeight}>
            {actions}
          </Box>
        ) : null}
      </Box>
      {description ? (
        <chakra.div color="fg.muted" maxW="prose" textWrap="pretty">
          {description}
        </chakra.div>
      ) : null}
    </Box>
  );
}

/** Buttons of the header are as high as those of the toolbar under it. */
const actionHeight = { '& > a, & > button': { h: { md: '9' } } } as const;

function Count({ count }: { count: number }) {
  const formatCount = useFormatCount();
  return (
    <chakra.span className="numbers" textStyle="sm" fontWeight="normal" color="fg.subtle" letterSpacing="normal">
      {formatCount(count)}
    </chakra.span>
  );
}

/**
 * The pages above, each with a chevron before the next page or the title. Phones show only the nearest one, and an icon
 * for the dashboard.
 */
function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useLingui();
  return (
    <chakra.nav aria-label={t`Breadcrumb`} minW="0">
      <chakra.ol display="flex" flexWrap="wrap" alignItems="center" gap="2" textStyle="sm" color="fg.muted">
        {crumbs.map((crumb) => (
          <chakra.li
            key={crumb.to}
            display="inline-flex"
            alignItems="center"
            gap="2"
            mdDown={{ '&:not(:last-of-type)': { display: 'none' } }}
          >
            <PlainLink
              to={crumb.to}
              display="inline-flex"
              alignItems="center"
              minH={{ base: '11', md: '7' }}
              borderRadius="xs"
              focusVisibleRing="outside"
              _hover={{ color: 'fg', textDecoration: 'underline' }}
            >
              {isHome(crumb) ? <HomeIcon /> : null}
              <chakra.span srOnly={{ base: isHome(crumb), md: false }}>{crumb.label}</chakra.span>
            </PlainLink>
            <ChevronRight size={14} data-mirror="" aria-hidden="true" />
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.nav>
  );
}

const isHome = ({ to }: Crumb): boolean => to.startsWith('/dashboard');

function HomeIcon() {
  return (
    <Box hideFrom="md" minW="6" display="flex" justifyContent="center" aria-hidden="true">
      <LayoutDashboard size={18} />
    </Box>
  );
}
