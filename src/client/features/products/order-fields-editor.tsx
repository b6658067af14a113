import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { orderFieldsMax } from '../../../contract/answer-rules.ts';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { isLocale } from '../../text/locales.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, chakra, Muted, Stack } from '../../ui/theme/styled.tsx';
import { LanguageChoice } from '../../forms/three-languages.tsx';
import { OrderFieldRow } from './order-field-row.tsx';
import { newOrderField, type OrderFieldValues } from './order-field-values.ts';
import { OrderFieldsPreview } from './order-fields-preview.tsx';
import type { ProductFormState } from './use-product-form.ts';

type Props = Pick<ProductFormState, 'values' | 'set' | 'errorOf'>;

/** What an order of the product says: up to ten fields with texts in three languages, and the form that customers get. */
export function OrderFieldsEditor({ values, set, errorOf }: Props) {
  const { order_fields: fields } = values;
  const [chosen, setChosen] = useState<Locale>(() => (isLocale(i18n.locale) ? i18n.locale : 'en'));
  // A refused text is never behind another language.
  const refused = localeCodes.filter((one) => isRefused(fields, one, errorOf));
  const locale = refused.length > 0 && !refused.includes(chosen) ? refused[0]! : chosen;
  const error = errorOf('order_fields');
  const isFull = fields.length >= orderFieldsMax;
  return (
    <Panel title={<Trans>Order fields</Trans>}>
      <Stack gap="4">
        <Muted textStyle="xs">
          <Trans>What you need from the customer, such as the id of a player. An order keeps the answers.</Trans>
        </Muted>
        {fields.length > 0 ? <LanguageChoice value={locale} refused={refused} onChange={setChosen} /> : null}
        <Rows {...{ values, set, errorOf, locale }} />
        <Box>
          <Button
            variant="outline"
            aria-invalid={error ? true : undefined}
            disabled={isFull}
            onClick={() => set({ order_fields: [...fields, newOrderField()] })}
          >
            <Plus aria-hidden="true" />
            <Trans>Add a field</Trans>
          </Button>
          {isFull ? (
            <Muted textStyle="xs" mt="1">
              <Trans>At most {orderFieldsMax} fields.</Trans>
            </Muted>
          ) : null}
        </Box>
        {error ? <FieldError>{error}</FieldError> : null}
        {fields.length > 0 ? <OrderFieldsPreview fields={fields} locale={locale} /> : null}
      </Stack>
    </Panel>
  );
}

/** Whether at least one text in a language is refused. */
const isRefused = (fields: readonly OrderFieldValues[], locale: Locale, errorOf: Props['errorOf']): boolean =>
  fields.some(
    ({ choices }, at) =>
      errorOf(`order_fields.${at}.label.${locale}`) ??
      errorOf(`order_fields.${at}.hint.${locale}`) ??
      choices.some((_, choice) => errorOf(`order_fields.${at}.choices.${choice}.label.${locale}`)),
  );

function Rows({ values: { order_fields: fields }, set, errorOf, locale }: Props & { locale: Locale }) {
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    // The browser takes the focus from a field that changes its place.
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [fields]);
  const move = (from: number, to: number, button: HTMLElement) => {
    pressed.current = button;
    set({ order_fields: moved(fields, from, to) });
  };
  const change = (id: string, patch: Partial<OrderFieldValues>) =>
    set({ order_fields: fields.map((one) => (one.id === id ? { ...one, ...patch } : one)) });
  return (
    <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="3">
      {fields.map((field, at) => (
        <li key={field.id}>
          <OrderFieldRow
            field={field}
            at={at}
            count={fields.length}
            locale={locale}
            errorOf={(name) => errorOf(`order_fields.${at}.${name}`)}
            onChange={(patch) => change(field.id, patch)}
            onMove={(to, button) => move(at, to, button)}
            onRemove={() => set({ order_fields: fields.filter(({ id }) => id !== field.id) })}
          />
        </li>
      ))}
    </chakra.ol>
  );
}

/** Returns a list with one of its parts at another place. */
function moved<Part>(list: readonly Part[], from: number, to: number): Part[] {
  const others = list.filter((_, at) => at !== from);
  return others.toSpliced(to, 0, list[from]!);
}
