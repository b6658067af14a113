import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import {
  answerKinds,
  fieldHintMax,
  fieldKeyMax,
  fieldLabelMax,
  type AnswerKind,
} from '../../../contract/answer-rules.ts';
import { useAnswerKinds } from '../../text/answer-kinds.ts';
import { isolated } from '../../text/isolated.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Box, chakra, HStack } from '../../ui/theme/styled.tsx';
import { OrderFieldChoices } from './order-field-choices.tsx';
import { OrderFieldLimits } from './order-field-limits.tsx';
import { Columns, OrderFieldTexts, type FieldProps } from './order-field-texts.tsx';
import { keyFrom, type OrderFieldValues } from './order-field-values.ts';
import { shownText } from './typed-values.ts';

interface Props extends FieldProps {
  /** Its place in the list, from 0. */
  at: number;
  /** The number of fields. */
  count: number;
  onMove: (to: number, button: HTMLElement) => void;
  onRemove: () => void;
}

/** One field that an order of the product has. */
export function OrderFieldRow({ at, count, onMove, onRemove, ...field }: Props) {
  const { t } = useLingui();
  const number = at + 1;
  const { label, key } = field.field;
  const setLabel = (next: typeof label) => field.onChange({ label: next, ...suggestedKey(field.field, next.en) });
  return (
    <Row role="group" aria-label={t`Field ${number}`}>
      <HStack justifyContent="space-between" gap="2">
        <chakra.bdi fontWeight="medium" truncate>
          {shownText(label, field.locale) || key || t`Field ${number}`}
        </chakra.bdi>
        <RowButtons {...{ at, count, onMove, onRemove }} name={shownText(label, field.locale)} />
      </HStack>
      <OrderFieldTexts
        {...field}
        label={t`Label`}
        max={fieldLabelMax}
        texts={label}
        errorOf={(one) => field.errorOf(`label.${one}`) ?? field.errorOf('label')}
        onChange={setLabel}
      />
      <KeyAndKind {...field} />
      {field.field.kind === 'choice' ? <OrderFieldChoices {...field} /> : <OrderFieldLimits {...field} />}
      <OrderFieldTexts
        {...field}
        label={t`Hint`}
        max={fieldHintMax}
        texts={field.field.hint}
        errorOf={(one) => field.errorOf(`hint.${one}`) ?? field.errorOf('hint')}
        onChange={(hint) => field.onChange({ hint })}
      />
      <KeptAs {...field} />
    </Row>
  );
}

/** A new field gets its key from its English label until an admin types another one. */
const suggestedKey = ({ isSaved, key, label }: OrderFieldValues, english: string): Partial<OrderFieldValues> =>
  !isSaved && key === keyFrom(label.en) ? { key: keyFrom(english) } : {};

function RowButtons({ at, count, name, onMove, onRemove }: Omit<Props, keyof FieldProps> & { name: string }) {
  const { t } = useLingui();
  const number = at + 1;
  const title = isolated(name || t`field ${number}`);
  const moves = [
    { to: at - 1, label: t`Move ${title} up`, icon: <ArrowUp size={18} /> },
    { to: at + 1, label: t`Move ${title} down`, icon: <ArrowDown size={18} /> },
  ];
  return (
    <chakra.span display="inline-flex" flexShrink={0}>
      {moves.map(({ to, label, icon }) => {
        const canMove = to >= 0 && to < count;
        return (
          <IconButton
            key={to}
            label={label}
            aria-disabled={canMove ? undefined : true}
            opacity={canMove ? 1 : 0.35}
            onClick={(event) => (canMove ? onMove(to, event.currentTarget) : undefined)}
          >
            {icon}
          </IconButton>
        );
      })}
      <IconButton label={t`Remove ${title}`} onClick={onRemove}>
        <Trash2 size={18} />
      </IconButton>
    </chakra.span>
  );
}

function KeyAndKind({ field: { key, kind, isSaved, required }, errorOf, onChange }: FieldProps) {
  const { t } = useLingui();
  const kinds = useAnswerKinds();
  return (
    <Columns>
      <TextField
        label={t`Key`}
        required
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        max={fieldKeyMax}
        readOnly={isSaved}
        value={key}
        error={errorOf('key')}
        hint={isSaved ? <Trans>Stays, because orders refer to it.</Trans> : <Trans>Such as player_id.</Trans>}
        onChange={(text) => onChange({ key: text })}
      />
      <SelectField
        label={t`Kind`}
        choices={answerKinds.map((one) => ({ value: one, label: kinds[one] }))}
        disabled={isSaved}
        value={kind}
        error={errorOf('kind')}
        onChange={(next) => onChange({ kind: next as AnswerKind })}
      />
      <Box alignSelf={{ sm: 'center' }}>
        <Switch label={t`Required`} checked={required} onChange={(checked) => onChange({ required: checked })} />
      </Box>
    </Columns>
  );
}

function KeptAs({ field: { save_as: name }, errorOf, onChange }: FieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Kept as (optional)`}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      max={fieldKeyMax}
      value={name}
      error={errorOf('save_as')}
      hint={
        <Trans>
          Customers can keep their answer under this name, such as player_id, for all products whose fields have it.
        </Trans>
      }
      onChange={(text) => onChange({ save_as: text })}
    />
  );
}

const Row = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    p: '3',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.subtle',
  },
});
