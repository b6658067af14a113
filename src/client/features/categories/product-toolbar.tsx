import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { Browse } from './use-browse.ts';
import { type View, ViewToggle } from './view-toggle.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  browse: Browse;
  /** The label of the search field, short enough for a phone. */
  label: string;
  view: View;
  onView: (view: View) => void;
}

/** The search field, a button that shows the filter panel, and the choice of grid or list. */
export function ProductToolbar({ browse, label, view, onView }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [isOpen, setOpen] = useState(browse.filterCount > 0);
  return (
    <>
      <Box display="flex" gap="2" mb="4" justifyContent="space-between" css={searchAlone}>
        <Box display="flex" flex="1 1 0" minW="0">
          <SearchBox value={browse.filter.search} onSearch={browse.search} onType={browse.type} label={label} />
        </Box>
        <Button
          variant="outline"
          borderColor="border.button"
          size="sm"
          px={{ base: '2', md: '3' }}
          aria-label={t`Filters`}
          aria-describedby={browse.filterCount > 0 ? `${id}-count` : undefined}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal />
          <chakra.span hideBelow="md">
            <Trans>Filters</Trans>
          </chakra.span>
          {browse.filterCount > 0 ? (
            <Count
              id={`${id}-count`}
              role="img"
              aria-label={t`${plural(browse.filterCount, { one: '# active', other: '# active' })}`}
            >
              {browse.filterCount}
            </Count>
          ) : null}
        </Button>
        <ViewToggle view={view} onChange={onView} />
      </Box>
      {isOpen ? <FilterPanel id={id} browse={browse} /> : null}
    </>
  );
}

/** With large text on a phone, the search field has a line of its own. */
const searchAlone = {
  '@media (max-width: 22em)': { flexWrap: 'wrap', '& > :first-of-type': { flexBasis: '100%' } },
} as const;

const Count = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '5',
    h: '5',
    px: '1.5',
    borderRadius: 'full',
    bg: 'brand.solid',
    color: 'brand.contrast',
    textStyle: 'xs',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
  },
});
