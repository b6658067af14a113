import { Trans, useLingui } from '@lingui/react/macro';
import { skuMax } from '../../../contract/limits.ts';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ProductFormState } from './use-product-form.ts';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

type Props = Pick<ProductFormState, 'values' | 'set' | 'errorOf'>;

/** The SKU of a product, and the number of its units where the stock is tracked (S2G-12, S2G-14). */
export function StockFields({ values, set, errorOf }: Props) {
  const { t } = useLingui();
  const { sku, track_stock: isTracked, sells_codes: sellsCodes, quantity, has_variants: hasVariants } = values;
  return (
    <Panel title={<Trans>Stock</Trans>}>
      <Columns>
        <TextField
          label={t`SKU`}
          max={skuMax}
          dir="ltr"
          autoComplete="off"
          value={sku}
          error={errorOf('sku')}
          onChange={(text) => set({ sku: text })}
        />
        <Box>
          <Switch
            label={t`Track stock`}
            checked={isTracked}
            onChange={(checked) => set({ track_stock: checked, ...(checked && { sells_codes: false }) })}
          />
          <Muted textStyle="xs">
            <Trans>
              Each order takes its quantity. With fewer units than the smallest order, the product is sold out.
            </Trans>
          </Muted>
        </Box>
        <Box>
          <Switch
            label={t`Sells codes`}
            checked={sellsCodes}
            onChange={(checked) => set({ sells_codes: checked, ...(checked && { track_stock: false }) })}
          />
          <Muted textStyle="xs">
            <Trans>
              Each order gets its codes at once and is completed. You add the codes on the page of the product.
            </Trans>
          </Muted>
        </Box>
        {isTracked ? (
          <TextField
            label={t`Units in stock`}
            required
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            className="numbers"
            value={quantity}
            error={errorOf('quantity')}
            hint={hasVariants ? <Trans>All variants share these units.</Trans> : undefined}
            onChange={(text) => set({ quantity: text })}
          />
        ) : null}
      </Columns>
    </Panel>
  );
}

/** The addresses of a video and of a shop page, which customers see as links. */
export function LinkFields({ values, set, errorOf }: Props) {
  const { t } = useLingui();
  const address = { type: 'url', inputMode: 'url', dir: 'ltr', autoComplete: 'off', placeholder: 'https://' } as const;
  return (
    <Panel title={<Trans>Links</Trans>}>
      <Columns>
        <TextField
          {...address}
          label={t`Video`}
          value={values.video_url}
          error={errorOf('video_url')}
          onChange={(text) => set({ video_url: text })}
        />
        <TextField
          {...address}
          label={t`Shop page`}
          value={values.store_url}
          error={errorOf('store_url')}
          onChange={(text) => set({ store_url: text })}
        />
      </Columns>
    </Panel>
  );
}

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  },
});
