import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { isolated } from '../text/isolated.ts';
import { useFormatTotal } from '../text/totals.ts';
import { useShop } from '../text/shop.ts';
import { PlainLink } from './app-link.tsx';
import { Box, chakra, Wrap } from './theme/styled.tsx';

interface Crumb {
  label: ReactNode;
  to: string;
  /** The search and the filters of a list. */
  search?: Readonly<Record<string, string>>;
}

interface Props {
  title: string;
  /** Shown in the h1 instead of `title`, for example a badge with the title. */
  heading?: ReactNode;
  /** The pages above this one, outermost first. */
  breadcrumb?: readonly Crumb[];
  /** The total number of rows, beside the title unless there are none. */
  count?: number | null | undefined;
  /** A line under the title. */
  description?: ReactNode;
  /** Buttons at the end; one of them is the page's main button. */
  actions?: ReactNode;
  /** Tabs follow, which have their own space above their text. */
  hasTabs?: boolean;
}

/** The head of a page in one line of 48 px: the pages above it, its title (also the window's), count and actions. */
export function PageHeader(props: Props) {
  const { title, heading, breadcrumb, count, description, actions } = props;
  const { name: shop } = useShop();
  useEffect(() => {
    document.title = `${isolated(title)} · ${isolated(shop)}`;
  }, [title, shop]);
  return (
    <Box mb={spaceBelow(props)}>
      <Wrap alignItems="center" columnGap="2" rowGap="2" minH="12" py="0.5">
        {breadcrumb?.length ? <Breadcrumb crumbs={breadcrumb} /> : null}
        <chakra.h1
          display="flex"
          alignItems="baseline"
          columnGap="2"
          flexWrap="wrap"
          {...(longWord.test(title) ? breakingTitle : unbrokenTitle)}
          maxW="full"
          textStyle="title"
        >
          {heading ?? <chakra.bdi minW="0">{title}</chakra.bdi>}
          {count ? <Count count={count} /> : null}
        </chakra.h1>
        {actions ? (
          <Wrap alignItems="center" gap="2" maxW="full" css={actionStyles}>
            {actions}
          </Wrap>
        ) : null}
      </Wrap>
      {description ? (
        <chakra.div mt={{ base: '1', md: '0' }} color="fg.muted" maxW="prose" textWrap="pretty">
          {description}
        </chakra.div>
      ) : null}
    </Box>
  );
}

function spaceBelow({ description, actions, hasTabs }: Props) {
  if (description) return { base: '3', md: '4' };
  // The buttons of phones are as high as the line.
  return actions && !hasTabs ? { base: '1.5', md: '0' } : '0';
}

/** A word that is wider than a phone. */
const longWord = /\S{24}/u;
const breakingTitle = { flex: '1 1 12rem', minW: '0', overflowWrap: 'anywhere' } as const;
/** Not narrower than its longest word. */
const unbrokenTitle = { flex: '1 1 0', minW: 'min-content', overflowWrap: 'break-word' } as const;

/** With text of 200 % on a phone, each part of the header is in its own row. */
const largeText = '@media (max-width: 22em)';

/** Buttons of the header are as high as those of the toolbar under it. */
const actionStyles = {
  '& > a, & > button': { h: { md: '9' } },
  [largeText]: { flex: '1 0 100%', '& > a, & > button': { flex: '1 0 auto' } },
} as const;

function Count({ count }: { count: number }) {
  const formatTotal = useFormatTotal();
  return (
    <chakra.span className="numbers" textStyle="sm" fontWeight="normal" color="fg.subtle" letterSpacing="normal">
      {formatTotal(count)}
    </chakra.span>
  );
}

/**
 * The pages above, each with a chevron before the next page or the title. Phones show only the nearest one, and not the
 * dashboard, which is the first of their tabs.
 */
function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useLingui();
  const isHidden = crumbs.at(-1)?.to === '/dashboard';
  return (
    <chakra.nav
      aria-label={t`Breadcrumb`}
      minW="0"
      css={{ [largeText]: { flex: '0 0 100%' }, mdDown: isHidden ? { display: 'none' } : {} }}
    >
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
              minW="6"
              // The title beside it needs no second line.
              maxW={{ base: 'min(10rem, 80vw)', md: '18rem' }}
              css={{ [largeText]: { maxW: '80vw' } }}
              borderRadius="xs"
              focusVisibleRing="outside"
              _hover={{ color: 'fg', textDecoration: 'underline' }}
            >
              <chakra.span truncate>{crumb.label}</chakra.span>
            </PlainLink>
            <ChevronRight size="0.875rem" data-mirror="" aria-hidden="true" />
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.nav>
  );
}
