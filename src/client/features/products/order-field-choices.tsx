import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { answerMax, choicesMax, fieldLabelMax } from '../../../contract/answer-rules.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextField } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box, chakra, HStack, Stack } from '../../ui/theme/styled.tsx';
import { OrderFieldTexts, type FieldProps } from './order-field-texts.tsx';
import { newChoice, type ChoiceValues } from './order-field-values.ts';

/** The choices of a field: what an order keeps, and what the customer reads in each language. */
export function OrderFieldChoices({ field: { choices }, locale, errorOf, onChange }: FieldProps) {
  const error = errorOf('choices');
  const change = (id: string, patch: Partial<ChoiceValues>) =>
    onChange({ choices: choices.map((one) => (one.id === id ? { ...one, ...patch } : one)) });
  return (
    <Stack gap="3">
      <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="3">
        {choices.map((choice, at) => (
          <li key={choice.id}>
            <Choice
              choice={choice}
              number={at + 1}
              locale={locale}
              errorOf={(name) => errorOf(`choices.${at}.${name}`)}
              onChange={(patch) => change(choice.id, patch)}
              onRemove={() => onChange({ choices: choices.filter(({ id }) => id !== choice.id) })}
            />
          </li>
        ))}
      </chakra.ol>
      <Box>
        <Button
          variant="outline"
          size="sm"
          aria-invalid={error ? true : undefined}
          disabled={choices.length >= choicesMax}
          onClick={() => onChange({ choices: [...choices, newChoice()] })}
        >
          <Plus aria-hidden="true" />
          <Trans>Add a choice</Trans>
        </Button>
      </Box>
      {error ? <FieldError>{error}</FieldError> : null}
    </Stack>
  );
}

interface ChoiceProps extends Pick<FieldProps, 'locale' | 'errorOf'> {
  choice: ChoiceValues;
  /** From 1. */
  number: number;
  onChange: (patch: Partial<ChoiceValues>) => void;
  onRemove: () => void;
}

function Choice({ choice: { value, label }, number, locale, errorOf, onChange, onRemove }: ChoiceProps) {
  const { t } = useLingui();
  return (
    <Stack
      role="group"
      aria-label={t`Choice ${number}`}
      gap="3"
      ps="3"
      borderInlineStartWidth="2px"
      borderColor="border.muted"
    >
      <HStack gap="2" alignItems="flex-end">
        <Box flex="1" minW="0">
          <TextField
            label={t`Value in the order`}
            required
            max={answerMax}
            autoComplete="off"
            value={value}
            error={errorOf('value')}
            onChange={(text) => onChange({ value: text })}
          />
        </Box>
        <IconButton label={t`Remove choice ${number}`} onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      </HStack>
      <OrderFieldTexts
        label={t`Label`}
        texts={label}
        max={fieldLabelMax}
        locale={locale}
        errorOf={(one) => errorOf(`label.${one}`) ?? errorOf('label')}
        onChange={(texts) => onChange({ label: texts })}
      />
    </Stack>
  );
}
