import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { contentMax, searchWordsMax, titleMax } from '../../../contract/limits.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AmountField, TypedMargin } from './amount-field.tsx';
import { CategoryField } from './category-field.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { PictureField } from './picture-field.tsx';
import { LinkFields, StockFields } from './stock-fields.tsx';
import { useStatusChoices } from './product-words.ts';
import { useProductForm, type ProductForm as Form, type ProductFormStart } from './use-product-form.ts';
import { VariantsField } from './variants-field.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props extends ProductFormStart {
  /** The path of the page to return to without saving. */
  backPath: string;
}

/** The form of a product; it is kept on this device until it is saved or discarded (S2G-06, S2G-07). */
export function ProductForm({ backPath, ...start }: Props) {
  const form = useProductForm(start);
  return (
    <chakra.form
      ref={useFocusOnRefusal(form.submitCount)}
      noValidate
      onSubmit={form.submit}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      {form.conflict ? <ConflictNotice conflict={form.conflict} values={form.values} set={form.set} /> : null}
      <Box
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' }}
      >
        <Box display="flex" flexDirection="column" gap="4" minW="0">
          <MainFields {...form} />
          <PriceFields {...form} />
          <StockFields {...form} />
          <LinkFields {...form} />
        </Box>
        <SideFields {...form} />
      </Box>
      <Footer form={form} backPath={backPath} />
      {form.question}
    </chakra.form>
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
      <Box display="flex" flexDirection="column" gap="4">
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
      </Box>
    </Panel>
  );
}

/** The price and cost of the product itself, or its variants. */
function PriceFields({ values, set, errorOf }: Form) {
  const { t } = useLingui();
  const { price, cost, has_variants: hasVariants } = values;
  return (
    <Panel title={<Trans>Price</Trans>}>
      <Box display="flex" flexDirection="column" gap="4">
        <Box>
          <Switch
            label={t`Has variants`}
            checked={hasVariants}
            onChange={(checked) => set({ has_variants: checked })}
          />
          <chakra.p textStyle="xs" color="fg.muted">
            {hasVariants ? (
              <Trans>Each variant has its own price and cost.</Trans>
            ) : (
              <Trans>With variants, a product has several prices, such as one for each duration.</Trans>
            )}
          </chakra.p>
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
      </Box>
    </Panel>
  );
}

function SideFields({ values, set, errorOf }: Form) {
  const { t } = useLingui();
  const statuses = useStatusChoices();
  return (
    <Panel>
      <Box display="flex" flexDirection="column" gap="4">
        <SelectField
          label={t`Status`}
          choices={statuses}
          value={values.status}
          error={errorOf('status')}
          hint={<Trans>Customers see active products only.</Trans>}
          onChange={(status) => set({ status: status === 'inactive' ? 'inactive' : 'active' })}
        />
        <Box display="flex" flexDirection="column" gap="1" alignItems="flex-start">
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
        </Box>
        <CategoryField
          value={values.category_ids}
          error={errorOf('category_ids')}
          onChange={(ids) => set({ category_ids: ids })}
        />
      </Box>
    </Panel>
  );
}

function Footer({ form: { problem, isBusy, isNew }, backPath }: { form: Form; backPath: string }) {
  const online = useOnline();
  const reason = useId();
  return (
    <Box display="flex" flexDirection="column" gap="3" alignItems={{ sm: 'flex-end' }}>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <OfflineReason online={online} id={reason}>
        <Trans>You are offline. The form stays on this device; it can be saved when you are connected.</Trans>
      </OfflineReason>
      <Box display="flex" flexWrap="wrap" gap="3" css={{ '& > *': { flex: { base: '1 1 auto', sm: 'none' } } }}>
        <ButtonLink to={backPath} variant="outline">
          <Trans>Cancel</Trans>
        </ButtonLink>
        <Button type="submit" loading={isBusy} disabled={!online} aria-describedby={online ? undefined : reason}>
          {isNew ? <Trans>Create product</Trans> : <Trans>Save changes</Trans>}
        </Button>
      </Box>
    </Box>
  );
}
