import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { Browse } from './use-browse.ts';
import type { View } from './use-view.ts';
import { ViewToggle } from './view-toggle.tsx';

interface Props {
  browse: Browse;
  /** What the search looks through. */
  label: string;
  view: View;
  onView: (view: View) => void;
}

/** Search, the filter panel behind its button, and grid or list. */
export function ProductToolbar({ browse, label, view, onView }: Props) {
  const { t } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(browse.filters > 0);
  return (
    <>
      <Box display="flex" flexWrap="wrap" gap="2" mb="4">
        <SearchBox value={browse.filter.search} onSearch={browse.search} label={label} />
        <Box display="flex" gap="2" ms="auto" w={{ base: 'full', sm: 'auto' }} justifyContent="space-between">
          <Button
            variant="outline"
            borderColor="border.control"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <SlidersHorizontal />
            <Trans>Filters</Trans>
            {browse.filters > 0 ? (
              <Count role="img" aria-label={t`${browse.filters} active`}>
                {browse.filters}
              </Count>
            ) : null}
          </Button>
          <ViewToggle view={view} onChange={onView} />
        </Box>
      </Box>
      {open ? <FilterPanel id={id} browse={browse} /> : null}
    </>
  );
}

const Count = chakra('span', {
  base: {
    minW: '5',
    h: '5',
    px: '1.5',
    borderRadius: 'full',
    bg: 'brand.solid',
    color: 'brand.contrast',
    textStyle: 'xs',
    lineHeight: '1.25rem',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
  },
});
