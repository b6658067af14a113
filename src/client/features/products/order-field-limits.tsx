import { Trans, useLingui } from '@lingui/react/macro';
import { startsMax } from '../../../contract/answer-rules.ts';
import { TextField } from '../../ui/fields.tsx';
import { Columns, type FieldProps } from './order-field-texts.tsx';
import { hasStarts } from './order-field-values.ts';

/** How long an answer is, and how it begins. */
export function OrderFieldLimits({ field: { kind, min, max, starts }, errorOf, onChange }: FieldProps) {
  const { t } = useLingui();
  const length = { inputMode: 'numeric', dir: 'ltr', autoComplete: 'off', className: 'numbers' } as const;
  return (
    <Columns>
      <TextField
        {...length}
        label={t`Shortest (optional)`}
        value={min}
        error={errorOf('min')}
        hint={<Trans>In characters.</Trans>}
        onChange={(text) => onChange({ min: text })}
      />
      <TextField
        {...length}
        label={t`Longest (optional)`}
        value={max}
        error={errorOf('max')}
        onChange={(text) => onChange({ max: text })}
      />
      {hasStarts(kind) ? (
        <TextField
          label={t`Accepted beginnings (optional)`}
          dir="ltr"
          autoComplete="off"
          value={starts}
          error={errorOf('starts') ?? errorOfParts(errorOf)}
          hint={<Trans>Separated by commas: 00218, +218.</Trans>}
          onChange={(text) => onChange({ starts: text })}
        />
      ) : null}
    </Columns>
  );
}

/** The sentence of the first refused beginning. */
const errorOfParts = (errorOf: FieldProps['errorOf']): string | undefined =>
  Array.from({ length: startsMax }, (_, at) => errorOf(`starts.${at}`)).find((error) => error !== undefined);
