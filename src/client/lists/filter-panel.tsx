import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useFormatCount } from '../text/money.ts';
import type { ListFilter } from './define-list.ts';
import { FilterControl } from './list-filters.tsx';
import type { ListRow } from './list-source.ts';
import { namesOf, type FilterValues, type List } from './use-list.ts';
import { Box, chakra } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

interface Props<Row extends ListRow> {
  list: List<Row>;
}

/**
 * A button that opens the filters of a list under it. Chosen values are applied together; the number on the button is
 * that of the active filters.
 */
export function FilterPanel<Row extends ListRow>({ list }: Props<Row>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const formatCount = useFormatCount();
  const active = controlled(list.filters).filter((filter) =>
    namesOf(filter).some((name) => list.query.values[name]?.length),
  ).length;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        minW="11"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" />
        <Name>
          <Trans>Filters</Trans>
        </Name>
        {active > 0 ? <Count className="numbers">{formatCount(active)}</Count> : null}
      </Button>
      {isOpen ? <Panel id={id} list={list} /> : null}
    </>
  );
}

/** Not drawn on phones, where the search, this button and the order stand in one line. */
const Name = chakra('span', { base: { srOnly: { base: true, sm: false } } });

/** Returns the filters that the panel shows: a view keeps its own. */
const controlled = (filters: readonly ListFilter[]) => filters.filter(({ kind }) => kind !== 'view');

/** Its choices start with the active ones, also after these have changed elsewhere, such as with a view. */
function Panel<Row extends ListRow>({ list, id }: Props<Row> & { id: string }) {
  const { t } = useLingui();
  const active = JSON.stringify(list.query.values);
  const [state, setState] = useState({ active, chosen: list.query.values });
  if (state.active !== active) setState({ active, chosen: list.query.values });
  const { chosen } = state;
  const setChosen = (values: FilterValues) => setState({ active, chosen: values });
  const none = Object.fromEntries(
    controlled(list.filters)
      .flatMap(namesOf)
      .map((name) => [name, []]),
  );
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    list.filter(chosen);
  };
  return (
    <Form id={id} aria-label={t`Filters`} onSubmit={apply}>
      {list.filters.map((filter) => (
        <FilterControl
          key={filter.name}
          filter={filter}
          values={chosen}
          onChange={(values) => setChosen({ ...chosen, ...values })}
        />
      ))}
      <Box display="flex" gap="2" ms={{ sm: 'auto' }} w={{ base: 'full', sm: 'auto' }} css={{ '& > *': { flex: '1' } }}>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setChosen(none);
            list.filter(none);
          }}
        >
          <Trans>Clear Filters</Trans>
        </Button>
        <Button type="submit" size="sm" disabled={JSON.stringify(chosen) === active}>
          <Trans>Apply</Trans>
        </Button>
      </Box>
    </Form>
  );
}

const Form = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    flex: '1 0 100%',
    // Under the button for the order and the one that clears, which follow it.
    order: '1',
    p: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'lg',
    smDown: { flexDirection: 'column', alignItems: 'stretch' },
  },
});

const Count = chakra('span', {
  base: {
    px: '1.5',
    borderRadius: 'full',
    bg: 'brand.solid',
    color: 'brand.contrast',
    textStyle: 'xs',
    fontWeight: 'semibold',
  },
});
