import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { RoleName } from '../../../contract/permissions.ts';
import { sidebarCategories, skeletonRows } from '../../../contract/limits.ts';
import { readCategoryTree } from '../../features/categories/queries.ts';
import type { CategoryNode } from '../../features/categories/queries.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLoadedRows } from '../../sync/use-live-query.ts';
import { useIsNeverLoaded } from '../../sync/use-sync-status.ts';
import { isolated } from '../../text/isolated.ts';
import { useFormatCount } from '../../text/money.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { areaOf, pathOf } from '../paths/route-names.ts';
import { currentPageStyle } from './nav-entry.tsx';
import { NavSection } from './nav-section.tsx';
import { Box, chakra, HStack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The icons are decorative, and are loaded after the first screen. */
const CategoryGlyph = lazyPart(async () => (await import('../../ui/motif-glyph.tsx')).CategoryGlyph, null, {
  isOptional: true,
});

/**
 * The parent categories with their product counts and children (S2C-04). At first it shows four of them (S2C-05) and the
 * branch of the category of the page, expanded (S2C-14), until the user shows all.
 */
export function CategoryNav({ role }: { role: RoleName }) {
  const tree = useCategoryTree();
  const current = useCategoryOfPage(role);
  const [showsAll, setShowsAll] = useState(false);
  const first = tree?.filter((node, at) => at < sidebarCategories || isOfPage(node, current));
  const visible = showsAll ? tree : first;
  return (
    <NavSection title={<Trans>Categories</Trans>}>
      {visible ? (
        visible.map((node) => (
          <Branch key={node.id} node={node} role={role} isInitiallyOpen={hasChild(node, current)} />
        ))
      ) : (
        <Box as="li" px="3" py="2">
          <SkeletonLines lines={skeletonRows.short} />
        </Box>
      )}
      {tree?.length === 0 ? <NoCategories /> : null}
      {tree && first ? (
        <ShowAllButton
          hiddenCount={tree.length - first.length}
          showsAll={showsAll}
          onToggle={() => setShowsAll(!showsAll)}
        />
      ) : null}
    </NavSection>
  );
}

interface ShowAllProps {
  /** The number of categories that the short list leaves out. */
  hiddenCount: number;
  showsAll: boolean;
  onToggle: () => void;
}

/** A button that shows the hidden categories, or hides them again; nothing where none is hidden. */
function ShowAllButton({ hiddenCount, showsAll, onToggle }: ShowAllProps) {
  if (hiddenCount === 0) return null;
  return (
    <li>
      <Button
        variant="ghost"
        size="sm"
        w="full"
        justifyContent="flex-start"
        color="fg.muted"
        aria-expanded={showsAll}
        onClick={onToggle}
      >
        {showsAll ? <Trans>Show less</Trans> : <Trans>Show more ({hiddenCount})</Trans>}
      </Button>
    </li>
  );
}

/** Returns the id of the category whose page is shown; NaN on another page. */
function useCategoryOfPage(role: RoleName): number {
  const path = pathOf(`pages.${areaOf(role)}.categories.show`, '');
  return useLocation({
    select: ({ pathname }) => (pathname.startsWith(path) ? Number(pathname.slice(path.length)) : NaN),
  });
}

const isOfPage = (node: CategoryNode, current: number): boolean => node.id === current || hasChild(node, current);

const hasChild = ({ children }: CategoryNode, id: number): boolean => children.some((child) => child.id === id);

/** Returns the categories; undefined while they are read, and while there are none during the first load. */
const useCategoryTree = () => useLoadedRows(() => readCategoryTree(currentDatabase()), []);

function NoCategories() {
  return (
    <chakra.li px="3" py="2" color="fg.subtle">
      {useIsNeverLoaded() ? <Trans>Not loaded on this device yet.</Trans> : <Trans>No categories yet.</Trans>}
    </chakra.li>
  );
}

function Branch({ node, role, isInitiallyOpen }: { node: CategoryNode; role: RoleName; isInitiallyOpen: boolean }) {
  const { t } = useLingui();
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? isInitiallyOpen;
  const title = isolated(node.title);
  return (
    <chakra.li>
      <HStack>
        <CategoryLink node={node} role={role} glyph />
        {node.children.length > 0 ? (
          <IconButton
            size="xs"
            minW={{ base: '11', lg: '6' }}
            h={{ base: '11', lg: '8' }}
            color="fg.subtle"
            aria-expanded={isOpen}
            label={isOpen ? t`Hide what is in ${title}` : t`Show what is in ${title}`}
            onClick={() => setChoice(!isOpen)}
          >
            <Chevron size="1rem" transform={isOpen ? 'rotate(180deg)' : undefined} />
          </IconButton>
        ) : null}
      </HStack>
      {isOpen ? (
        <chakra.ul ms="4" ps="1" borderInlineStartWidth="1px">
          {node.children.map((child) => (
            <chakra.li key={child.id} display="flex">
              <CategoryLink node={child} role={role} />
            </chakra.li>
          ))}
        </chakra.ul>
      ) : null}
    </chakra.li>
  );
}

function CategoryLink({ node, role, glyph = false }: { node: CategoryNode; role: RoleName; glyph?: boolean }) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const count = node.totalCount;
  return (
    <PlainLink
      to={pathOf(`pages.${areaOf(role)}.categories.show`, node.id)}
      activeOptions={{ includeSearch: false }}
      flex="1"
      minW="0"
      display="flex"
      alignItems="center"
      gap="2"
      ps="3"
      pe="1"
      h={{ base: '11', lg: '8' }}
      borderRadius="md"
      color="fg.muted"
      focusVisibleRing="outside"
      _hover={{ bg: 'bg.hover', color: 'fg' }}
      css={currentPageStyle}
    >
      {glyph ? (
        <chakra.span boxSize="1.125rem" me="1" flexShrink={0}>
          <CategoryGlyph texts={[node.title, node.description, ...node.children.map(({ title }) => title)]} />
        </chakra.span>
      ) : null}
      <FreeText flex="1" truncate title={node.title}>
        {node.title}
      </FreeText>
      <chakra.span
        className="numbers"
        textStyle="xs"
        color="fg.subtle"
        role="img"
        aria-label={t`${plural(count, { one: '# product', other: '# products' })}`}
      >
        {formatCount(count)}
      </chakra.span>
    </PlainLink>
  );
}

const Chevron = chakra(ChevronDown, { base: { transitionProperty: 'transform', transitionDuration: 'moderate' } });
