import { Trans, useLingui } from '@lingui/react/macro';
import { answerMax, cleanAnswer, savedAnswersMax, savedNameMax } from '../../../contract/answer-rules.ts';
import type { OrderField, SavedAnswerRow } from '../../../contract/order-fields.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/fields.tsx';
import { MutedSpan, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  field: OrderField;
  value: string;
  saved: readonly SavedAnswerRow[];
  /** The name under which the answer is kept after the order; null for not at all. */
  name: string | null;
  /** The customer confirmed without a name. */
  isNameMissing: boolean;
  isFixed: boolean;
  onChoose: (value: string) => void;
  onName: (name: string | null) => void;
}

/** The saved answers that fit a field, as buttons that fill it in, and the offer to keep what is typed. */
export function SavedChips({ field, value, saved, name, isNameMissing, isFixed, onChoose, onName }: Props) {
  const { t } = useLingui();
  const { field: sentenceOf } = useRefusalText();
  const fitting = fittingAnswers(saved, field);
  return (
    <>
      {fitting.length === 0 ? null : (
        <Wrap role="group" aria-label={t`Saved answers`} gap="2">
          {fitting.map((row) => (
            <Button
              key={row.id}
              size="xs"
              variant="outline"
              aria-pressed={row.value === value}
              disabled={isFixed}
              onClick={() => onChoose(row.value)}
            >
              <bdi>{row.name}</bdi>
              <MutedSpan>
                {'· '}
                <bdi>{shortened(row.value)}</bdi>
              </MutedSpan>
            </Button>
          ))}
        </Wrap>
      )}
      {canBeKept(field, value, saved) ? (
        <Checkbox
          label={<Trans>Remember this</Trans>}
          checked={name !== null}
          disabled={isFixed}
          onChange={(isWanted) => onName(isWanted ? '' : null)}
        />
      ) : null}
      {name !== null && canBeKept(field, value, saved) ? (
        <TextField
          label={t`Name for it`}
          required
          max={savedNameMax}
          hint={<Trans>For example “My brother”. Only you see it.</Trans>}
          error={isNameMissing ? sentenceOf('required', t`Name`) : null}
          value={name}
          disabled={isFixed}
          onChange={onName}
        />
      ) : null}
    </>
  );
}

/** The saved answers of the same sort, the one that was used last first. */
const fittingAnswers = (saved: readonly SavedAnswerRow[], { save_as }: OrderField): SavedAnswerRow[] =>
  saved.filter((row) => row.save_as === save_as).toSorted((a, b) => (a.used_at < b.used_at ? 1 : -1));

/** Whether an answer can be kept: something is typed that is not kept already, and there is room for it. */
export function canBeKept(field: OrderField, value: string, saved: readonly SavedAnswerRow[]): boolean {
  const answer = cleanAnswer(field.kind, value);
  if (field.save_as === null || answer === '' || [...answer].length > answerMax) return false;
  const isKept = saved.some((row) => row.save_as === field.save_as && row.value === answer);
  return !isKept && saved.length < savedAnswersMax;
}

/** The beginning of a saved answer, by which its owner knows it. */
const shortened = (value: string): string => {
  const characters = [...value];
  return characters.length > 8 ? `${characters.slice(0, 4).join('')}…` : value;
};
