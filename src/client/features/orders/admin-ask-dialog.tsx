import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { askTextMax } from '../../../contract/limits.ts';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { deleteDrafts } from '../../local/form-drafts.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { chakra, MutedSpan, Stack } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { isAskable, useAsk, useAskedFields, type AskedField } from './admin-order-ask.ts';

interface Props {
  order: Order;
  onClose: () => void;
}

/** Asks the customer to correct answers of an order: which, and why; works offline. */
export function AskDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const { id } = order;
  const formId = useId();
  const fields = useAskedFields(order);
  const form = useAskForm(order, fields, onClose);
  const formElement = useRef<HTMLFormElement>(null);
  const canAsk = isAskable(order, fields);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!form.send()) formElement.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  return (
    <SheetDialog
      open
      ignoresBackdrop
      onClose={onClose}
      title={t`Ask to correct order #${id}`}
      description={<IsolatedText>{order.user_name}</IsolatedText>}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={form.busy} disabled={!canAsk}>
            <Trans>Ask</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} ref={formElement} noValidate onSubmit={submit}>
        <Stack gap="5">
          {openOrderStatuses.includes(order.status) ? null : (
            <Notice tone="warning">
              <Trans>This order is no longer open, so nothing can be corrected.</Trans>
            </Notice>
          )}
          <Keys fields={fields} form={form} />
          <TextAreaField
            label={t`What is wrong`}
            required
            rows={4}
            max={askTextMax}
            hasQuietCounter
            hint={<Trans>The customer reads it in the order, not in the e-mail.</Trans>}
            value={form.text}
            error={form.errors.text}
            onChange={form.setText}
          />
        </Stack>
      </form>
    </SheetDialog>
  );
}

type AskForm = ReturnType<typeof useAskForm>;

function Keys({ fields, form: { keys, toggle, errors } }: { fields: readonly AskedField[]; form: AskForm }) {
  return (
    <chakra.fieldset minW="0">
      <chakra.legend textStyle="field" mb="1.5">
        <Trans>What to correct</Trans>
      </chakra.legend>
      <Stack gap="0" alignItems="flex-start">
        {fields.map(({ key, label, value }) => (
          <Checkbox
            key={key}
            checked={keys.includes(key)}
            aria-invalid={errors.keys ? true : undefined}
            onChange={(isTicked) => toggle(key, isTicked)}
            label={
              <chakra.span minW="0" overflowWrap="anywhere">
                <bdi>{label}</bdi>
                {value ? (
                  <MutedSpan ms="2" textStyle="sm">
                    <bdi>{value}</bdi>
                  </MutedSpan>
                ) : null}
              </chakra.span>
            }
          />
        ))}
      </Stack>
      {errors.keys ? <FieldError>{errors.keys}</FieldError> : null}
    </chakra.fieldset>
  );
}

const nothing: { keys: string[]; text: string } = { keys: [], text: '' };
const noErrors: { keys?: string | undefined; text?: string | undefined } = {};

/** The ticked fields and the text, kept as a draft until the question is queued. */
function useAskForm(order: Order, fields: readonly AskedField[], onClose: () => void) {
  const { t } = useLingui();
  const { field: sentenceOf } = useRefusalText();
  const ask = useAsk(order);
  const { busy, whileBusy } = useBusy();
  const [typed, setTyped, , sendDraft] = useDraft(`order.ask.${order.id}`, nothing);
  const [isChecked, setChecked] = useState(false);
  const keys = fields.map(({ key }) => key).filter((key) => typed.keys.includes(key));
  const text = typed.text.trim();
  const errors = {
    keys: keys.length === 0 ? t`Choose at least one.` : undefined,
    text: text === '' ? sentenceOf('required', t`What is wrong`) : undefined,
  };
  /** Returns false when a value is missing or too long. */
  const send = (): boolean => {
    setChecked(true);
    if (errors.keys || errors.text || [...text].length > askTextMax) return false;
    if (busy) return true;
    void whileBusy(async () => {
      const item = await sendDraft((draft) =>
        ask({ keys, text, deleteDrafts: () => deleteDrafts(currentDatabase(), [draft]) }),
      );
      if (item !== null) onClose();
    });
    return true;
  };
  return {
    keys,
    text: typed.text,
    toggle: (key: string, isTicked: boolean) =>
      setTyped((now) => ({ ...now, keys: [...now.keys.filter((one) => one !== key), ...(isTicked ? [key] : [])] })),
    setText: (next: string) => setTyped((now) => ({ ...now, text: next })),
    errors: isChecked ? errors : noErrors,
    busy,
    send,
  };
}
