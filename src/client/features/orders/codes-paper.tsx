import { Trans } from '@lingui/react/macro';
import type { Order } from '../../../contract/orders.ts';
import type { OpenedCode } from '../../local/rows.ts';
import { useDates } from '../../text/dates.ts';
import { useShop } from '../../text/shop.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { Printed } from '../../ui/printed.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props {
  order: Pick<Order, 'id' | 'items'>;
  codes: readonly OpenedCode[];
}

/** The opened codes of an order on paper: the shop, the order and its product, and a row for each code. */
export function CodesPaper({ order: { id, items }, codes }: Props) {
  const { name } = useShop();
  const dates = useDates();
  const columns = [
    { key: 'code', title: <Trans>Code</Trans>, textOf: ({ code }: OpenedCode) => code },
    { key: 'serial', title: <Trans>Serial number</Trans>, textOf: ({ serial }: OpenedCode) => serial },
    { key: 'pin', title: <Trans>PIN</Trans>, textOf: ({ pin }: OpenedCode) => pin },
    {
      key: 'expires',
      title: <Trans>Valid until</Trans>,
      textOf: ({ expires_at: at }: OpenedCode) => (at === null ? null : dates.short(at)),
    },
  ].filter(({ textOf }) => codes.some((code) => textOf(code)));
  return (
    <Printed>
      <FreeText>{name}</FreeText>
      <chakra.h1 textStyle="lg" fontWeight="semibold">
        <Trans>Order #{id}</Trans>
      </chakra.h1>
      {items.map(({ product_id, product_name, variant_name }) => (
        <FreeText key={product_id}>{[product_name, variant_name].filter(Boolean).join(' – ')}</FreeText>
      ))}
      <Table>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <tr key={code.id}>
              {columns.map(({ key, textOf }) => (
                <td key={key} translate="no">
                  <chakra.bdi dir={key === 'expires' ? undefined : 'ltr'} overflowWrap="anywhere">
                    {textOf(code)}
                  </chakra.bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Printed>
  );
}

const Table = chakra('table', {
  base: {
    w: 'full',
    mt: '4',
    borderCollapse: 'collapse',
    '& :is(th, td)': { textAlign: 'start', p: '2', borderBottomWidth: '1px' },
  },
});
