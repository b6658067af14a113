import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { contentMax, searchWordsMax, titleMax } from '../../../contract/limits.ts';
import type { ProductRow } from '../../../contract/products.ts';
import { RecordFormFrame } from '../../forms/record-form.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AmountField, TypedMargin } from './amount-field.tsx';
import { CategoryField } from './category-field.tsx';
import { OrderFieldsEditor } from './order-fields-editor.tsx';
import { PictureField } from './picture-field.tsx';
import { QuantityFields } from './quantity-fields.tsx';
import { LinkFields, StockFields } from './stock-fields.tsx';
import { useStatusChoices } from './product-status.ts';
import { useProductForm, type ProductFormState as Form } from './use-product-form.ts';
import { VariantsField } from './variants-field.tsx';
import { Box, Muted, Stack } from '../../ui/theme/styled.tsx';

interface Props {
  /** The product to edit as it was when the form opened; null for a new one. */
  product: ProductRow | null;
  /** The path of the page to return to without saving. */
  backPath: string;
}

/** The form of a product; it is kept on this device until it is saved or discarded (S2G-06, S2G-07). */
export function ProductForm({ product, backPath }: Props) {
  const form = useProductForm(product, backPath);
  return (
    <RecordFormFrame
      recordForm={form}
      ref={useFocusOnRefusal(form.submitCount)}
      save={form.isNew ? <Trans>Create product</Trans> : <Trans>Save changes</Trans>}
    >
      <Box
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' }}
      >
        <Stack gap="4" minW="0">
          <MainFields {...form} />
          <PriceFields {...form} />
          <QuantityFields {...form} />
          <OrderFieldsEditor {...form} />
          <StockFields {...form} />
          <LinkFields {...form} />
        </Stack>
        <SideFields {...form} />
      </Box>
    </RecordFormFrame>
  );
}

/** Moves the focus to the first refused field after each attempt to save. */
function useFocusOnRefusal(submitCount: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  return form;
}

function MainFields(form: Form) {
  const { t } = useLingui();
  const { values, set, errorOf } = form;
  return (
    <Panel>
      <Stack gap="4">
        <TextField
          label={t`Title`}
          required
          max={titleMax}
          value={values.title}
          error={errorOf('title')}
          onChange={(title) => set({ title })}
        />
        <TextAreaField
          label={t`Description`}
          rows={5}
          max={contentMax}
          hasQuietCounter
          value={values.description}
          error={errorOf('description')}
          onChange={(description) => set({ description })}
        />
        <TextField
          label={t`Search words`}
          max={searchWordsMax}
          autoComplete="off"
          value={values.search_words}
          error={errorOf('search_words')}
          hint={
            <Trans>
              Other names and spellings by which customers find the product, separated by commas: pubg, ببجي, jeux.
            </Trans>
          }
          onChange={(words) => set({ search_words: words })}
        />
        <PictureField {...form} />
      </Stack>
    </Panel>
  );
}

/** The price and cost of the product itself, or its variants. */
function PriceFields({ values, set, errorOf }: Form) {
  const { t } = useLingui();
  const { price, cost, has_variants: hasVariants } = values;
  return (
    <Panel title={<Trans>Price</Trans>}>
      <Stack gap="4">
        <Box>
          <Switch
            label={t`Has variants`}
            checked={hasVariants}
            onChange={(checked) => set({ has_variants: checked })}
          />
          <Muted textStyle="xs">
            {hasVariants ? (
              <Trans>Each variant has its own price and cost.</Trans>
            ) : (
              <Trans>With variants, a product has several prices, such as one for each duration.</Trans>
            )}
          </Muted>
        </Box>
        {hasVariants ? (
          <VariantsField {...{ values, set, errorOf }} />
        ) : (
          <Box
            display="grid"
            gap="4"
            alignItems="start"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
          >
            <AmountField
              label={t`Price`}
              required
              value={price}
              error={errorOf('price')}
              onChange={(text) => set({ price: text })}
            />
            <AmountField
              label={t`Cost`}
              value={cost}
              error={errorOf('cost')}
              hint={<TypedMargin price={price} cost={cost} />}
              onChange={(text) => set({ cost: text })}
            />
          </Box>
        )}
      </Stack>
    </Panel>
  );
}

function SideFields({ values, set, errorOf }: Form) {
  const { t } = useLingui();
  const statuses = useStatusChoices();
  return (
    <Panel>
      <Stack gap="4">
        <SelectField
          label={t`Status`}
          choices={statuses}
          value={values.status}
          error={errorOf('status')}
          hint={<Trans>Customers see active products only.</Trans>}
          onChange={(status) => set({ status: status === 'inactive' ? 'inactive' : 'active' })}
        />
        <Stack gap="1" alignItems="flex-start">
          <Switch
            label={t`Can be ordered`}
            checked={values.is_available}
            onChange={(checked) => set({ is_available: checked })}
          />
          <Switch
            label={t`On promotion`}
            checked={values.is_on_promo}
            onChange={(checked) => set({ is_on_promo: checked })}
          />
        </Stack>
        <CategoryField
          value={values.category_ids}
          error={errorOf('category_ids')}
          onChange={(ids) => set({ category_ids: ids })}
        />
      </Stack>
    </Panel>
  );
}
