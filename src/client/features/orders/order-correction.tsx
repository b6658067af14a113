import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { checkAnswers } from '../../../contract/answer-rules.ts';
import { askedFieldsOf } from '../../../contract/asked-fields.ts';
import type { Ask, OrderField } from '../../../contract/order-fields.ts';
import { openOrderStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';
import type { FieldErrors } from '../../../contract/refusals.ts';
import { focusFirstMistake } from '../../forms/use-money-form.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import { deleteDrafts } from '../../local/form-drafts.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { discard } from '../../sync/outbox.ts';
import { useDraft } from '../../sync/use-draft.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useTranslated } from '../../text/translated.ts';
import { Button } from '../../ui/button.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { chakra, Stack } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { AnswerFields } from './answer-fields.tsx';
import { CorrectionState } from './correction-state.tsx';
import { readLane } from './queries.ts';
import { without, withAnswer } from './use-order-entries.ts';

/** What support asks the customer to correct, with its fields, and the state of a correction that is not accepted. */
export function OrderCorrection({ order }: { order: Order }) {
  const { id, items } = order;
  const productId = items[0]?.product_id ?? 0;
  const found = useLiveQuery(async () => {
    const db = currentDatabase();
    const [lane, product] = await Promise.all([readLane(db, id), db.products.get(productId)]);
    return { lane: lane.filter(({ kind }) => kind === 'order.answers'), product: product ?? null };
  }, [id, productId]);
  const ask = openOrderStatuses.includes(order.status) ? order.ask : undefined;
  if (!found || (!ask && found.lane.length === 0)) return null;
  return (
    <Stack gap="3" mb="5">
      <CorrectionState lane={found.lane} />
      {ask ? <Question {...{ order, ask, ...found }} /> : null}
    </Stack>
  );
}

interface QuestionProps {
  order: Order;
  ask: Ask;
  lane: readonly OutboxItem[];
  product: ProductRow | null;
}

/** The form for the answers that are asked for; what the server has refused of them is typed already. */
function Question({ order, ask, lane, product }: QuestionProps) {
  const refused = lane.findLast((item) => !isPendingItem(item) && item.args.round === ask.round);
  const asked = askedFieldsOf(order.items[0]?.answers ?? [], product?.order_fields ?? []).filter(({ field }) =>
    ask.keys.includes(field.key),
  );
  const fields = asked.map(({ field }) => field);
  const values = Object.fromEntries(asked.map(({ field, answer }) => [field.key, answer?.value ?? '']));
  const typed = { ...values, ...(refused?.args.answers as Record<string, string> | undefined) };
  return (
    <CorrectionForm key={`${ask.round} ${refused?.id ?? ''}`} {...{ id: order.id, ask, fields, typed, refused }} />
  );
}

interface FormProps {
  id: number;
  ask: Ask;
  fields: readonly OrderField[];
  /** The answers that the fields start with. */
  typed: Readonly<Record<string, string>>;
  /** An earlier correction of this round that the server has refused; it goes with the next one. */
  refused: OutboxItem | undefined;
}

function CorrectionForm({ id, ask, fields, typed, refused }: FormProps) {
  const translated = useTranslated();
  const { values, errors, busy, change, submit } = useCorrection({ id, ask, fields, typed, refused });
  const names = fields.map(({ key, label }) => translated(label) || key);
  return (
    <chakra.form
      noValidate
      onSubmit={submit}
      display="flex"
      flexDirection="column"
      gap="4"
      p="4"
      borderWidth="1px"
      borderColor="border.error"
      borderRadius="lg"
    >
      <div>
        <chakra.p fontWeight="semibold" color="fg.error" overflowWrap="anywhere">
          <Trans>
            Please correct: <Names names={names} />
          </Trans>
        </chakra.p>
        <FreeText whiteSpace="pre-wrap" mt="1">
          {ask.text}
        </FreeText>
      </div>
      <AnswerFields {...{ fields, values, errors }} isFixed={busy} onChange={change} />
      <Button type="submit" alignSelf="flex-end" loading={busy}>
        <Trans>Send correction</Trans>
      </Button>
    </chakra.form>
  );
}

const Names = ({ names }: { names: readonly string[] }) =>
  names.map((name, at) => (
    <span key={name}>
      {at > 0 ? ', ' : ''}
      <bdi>{name}</bdi>
    </span>
  ));

/** The typed answers, kept as a draft until they are queued, which also works offline. */
function useCorrection({ id, ask, fields, typed, refused }: FormProps) {
  const { t } = useLingui();
  const act = usePerform();
  const [first] = useState(typed);
  const [values, setValues, , sendDraft] = useDraft(`answers:${id}`, first);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { busy, whileBusy } = useBusy();
  const change = (key: string, value: string) => {
    setValues((now) => withAnswer(now, key, value));
    setErrors((now) => without(now, `answers.${key}`));
  };
  const send = (answers: Record<string, string>) =>
    sendDraft((shown) =>
      act(
        'order.answers',
        { order_id: id, round: ask.round, answers },
        {
          done: t`Your correction was sent.`,
          refused: t`Your correction was not accepted.`,
          isAccepted: async ({ orders }) => (await orders.get(id))?.ask?.round !== ask.round,
          deleteDrafts: () => deleteDrafts(currentDatabase(), [shown]),
        },
      ),
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = Object.fromEntries(fields.map(({ key }) => [key, values[key] ?? '']));
    const checked = checkAnswers(fields, asked);
    setErrors(checked.errors);
    if (Object.keys(checked.errors).length > 0) return void focusFirstMistake();
    const cleaned = Object.fromEntries(fields.map(({ key }) => [key, checked.answers[key] ?? '']));
    return void whileBusy(async () => {
      const itemId = await send(cleaned);
      if (itemId !== null && refused) await discard(currentDatabase(), refused.id);
    });
  };
  return { values, errors, busy, change, submit };
}
