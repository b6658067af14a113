import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DeliveryTable } from '../../../contract/deliveries.ts';
import { isolated } from '../../text/isolated.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import type { Place, PlaceAction, PlaceTable } from './places.ts';
import { RateField } from './rate-field.tsx';
import type { ChangeTable } from './use-delivery-table.ts';
import { chakra, HStack } from '../../ui/theme/styled.tsx';

interface Props {
  table: DeliveryTable;
  change: ChangeTable;
  onAction: (action: PlaceAction) => void;
  disabled: boolean;
}

/** Cities as rows and companies as columns; on phones a list of cities, each of which opens its prices. */
export function RateTable({ table, ...rest }: Props) {
  const { deliveries, cities } = table;
  return (
    <Frame>
      <Table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>City</Trans>
            </th>
            {deliveries.map((company) => (
              <th key={company.id} scope="col">
                <Named place={company} table="deliveries" {...rest} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cities.map((city) => (
            <City key={city.id} city={city} table={table} {...rest} />
          ))}
        </tbody>
      </Table>
    </Frame>
  );
}

function City({ city, table, ...rest }: Props & { city: Place }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { title } = city;
  return (
    <tr data-open={isOpen}>
      <th scope="row">
        <HStack>
          <Opener
            type="button"
            aria-expanded={isOpen}
            aria-label={t`Prices for ${{ title: isolated(title) }}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown size="1rem" aria-hidden="true" style={isOpen ? { rotate: '180deg' } : undefined} />
          </Opener>
          <Named place={city} table="cities" {...rest} />
        </HStack>
      </th>
      {table.deliveries.map((company) => (
        <td key={company.id} data-name={company.title}>
          <RateField
            company={company}
            city={city}
            rate={table.rates.find((rate) => rate.delivery_id === company.id && rate.city_id === city.id)}
            {...rest}
          />
        </td>
      ))}
    </tr>
  );
}

/** The name of a company or a city with its menu. */
function Named({
  place,
  table,
  onAction,
  disabled,
}: Pick<Props, 'onAction' | 'disabled'> & { place: Place; table: PlaceTable }) {
  const { t } = useLingui();
  const { title } = place;
  return (
    <HStack gap="1" flex="1" minW="0">
      <FreeText flex="1" minW="0">
        {title}
      </FreeText>
      <RowMenu
        label={t`Actions for ${{ title: isolated(title) }}`}
        items={[
          {
            id: 'rename',
            label: <Trans>Rename</Trans>,
            icon: Pencil,
            disabled,
            onSelect: () => onAction({ kind: 'rename', table, place }),
          },
          {
            id: 'delete',
            label: <Trans>Delete</Trans>,
            icon: Trash2,
            tone: 'danger',
            disabled,
            onSelect: () => onAction({ kind: 'delete', table, place }),
          },
        ]}
      />
    </HStack>
  );
}

const Frame = chakra('div', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border.muted', borderRadius: 'lg', overflowX: 'auto' },
});

/** Visible on phones only, where the prices of a city are closed at first. */
const Opener = chakra('button', {
  base: {
    display: { base: 'inline-grid', md: 'none' },
    placeItems: 'center',
    minW: '11',
    minH: '11',
    ms: '-3',
    cursor: 'pointer',
    color: 'fg.subtle',
    borderRadius: 'md',
    focusVisibleRing: 'inside',
  },
});

const Table = chakra('table', {
  base: {
    textStyle: 'sm',
    w: 'full',
    '& th, & td': { textAlign: 'start', verticalAlign: 'middle', px: '3', py: '1.5' },
    '& th': { fontWeight: 'medium' },
    '& thead': { bg: 'bg.sunken' },
    '& tbody tr': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '& thead th': { minW: '9.5rem', maxW: '14rem' },
    '& tbody th': { minW: '10rem' },
    mdDown: {
      // The names of the companies, with their menus, in a line of their own.
      '& thead, & tbody, & tr, & th, & td': { display: 'block' },
      '& thead th:first-of-type': { srOnly: true },
      '& thead th': { maxW: 'none', py: '0.5' },
      '& tbody tr[data-open=false] td': { display: 'none' },
      '& tbody td': { display: 'grid', gridTemplateColumns: '1fr 8rem', alignItems: 'center', ps: '11' },
      '& tbody td::before': { content: 'attr(data-name)', color: 'fg.muted', unicodeBidi: 'plaintext' },
    },
  },
});
