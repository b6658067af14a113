import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { topupNoteMax } from '../../../contract/limits.ts';
import { topupReasons, type TopupReason } from '../../../contract/topup-rules.ts';
import { refuseTopup, type TopupRow } from '../../../contract/topups.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { call } from '../../api/call.ts';
import { asFailure, CallFailure } from '../../api/failure.ts';
import { isDefinite } from '../../sync/error-table.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { useTopupWords } from '../../text/topups.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Radio } from '../../ui/radio.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { chakra, Stack } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { DecisionProblem } from './admin-approval-problem.tsx';
import { focusMistakeIn, storeCurrent, useReportDone } from './admin-approval.ts';
import { storeTopup } from './admin-topup-queue.ts';
import { numberOf } from './admin-topup-words.ts';

interface Props {
  topup: TopupRow;
  onClose: () => void;
  onDone: () => void;
}

/** Asks why a request is refused; the customer reads the reason and the note. Moves no money, so it needs no PIN. */
export function RefuseDialog({ topup, onClose, onDone }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const reasonId = useId();
  const refusal = useRefusal(topup, onDone);
  const { formId, note, setNote, busy, failure, errors } = refusal;
  const number = numberOf(topup);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (online) refusal.confirm();
  };
  return (
    <SheetDialog
      open
      size="sm"
      ignoresBackdrop
      onClose={busy ? () => undefined : onClose}
      title={<Trans>Refuse request {number}</Trans>}
      description={<IsolatedText>{topup.user_name}</IsolatedText>}
      footer={
        <>
          <OfflineReason online={online} id={reasonId} />
          <Button variant="outline" onClick={onClose} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            colorPalette="red"
            loading={busy}
            disabled={!online || refusal.isDecided}
            aria-describedby={online ? undefined : reasonId}
          >
            <Trans>Refuse</Trans>
          </Button>
        </>
      }
    >
      <chakra.form id={formId} noValidate display="flex" flexDirection="column" gap="5" onSubmit={submit}>
        {failure && failure.code !== 'INVALID_FIELDS' ? <DecisionProblem failure={failure} /> : null}
        <Reasons refusal={refusal} />
        <TextAreaField
          label={refusal.reason === 'other' ? t`Note` : t`Note (optional)`}
          hint={t`The customer reads it.`}
          required={refusal.reason === 'other'}
          max={topupNoteMax}
          hasQuietCounter
          value={note}
          disabled={busy}
          error={errors.note}
          onChange={setNote}
        />
      </chakra.form>
    </SheetDialog>
  );
}

function Reasons({ refusal: { reason, setReason, busy, errors } }: { refusal: ReturnType<typeof useRefusal> }) {
  const words = useTopupWords();
  const name = useId();
  return (
    <chakra.fieldset disabled={busy}>
      <chakra.legend textStyle="field" mb="1.5">
        <Trans>Reason</Trans>
      </chakra.legend>
      <Stack gap="0">
        {topupReasons.map((one) => (
          <Choice key={one}>
            <Radio
              type="radio"
              name={name}
              value={one}
              checked={one === reason}
              aria-invalid={errors.reason ? true : undefined}
              onChange={() => setReason(one)}
            />
            {words.reason(one)}
          </Choice>
        ))}
      </Stack>
      {errors.reason ? <FieldError>{errors.reason}</FieldError> : null}
    </chakra.fieldset>
  );
}

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: { base: '11', md: '9' },
    cursor: 'pointer',
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', borderRadius: 'sm' },
  },
});

/** The form of a refusal. The same values are sent again with their key, because an answer may have been lost. */
function useRefusal(topup: TopupRow, onDone: () => void) {
  const formId = useId();
  const { busy, whileBusy } = useBusy();
  const [reason, setReason] = useState<TopupReason | null>(null);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [mistakes, setMistakes] = useState<{ reason?: string; note?: string }>({});
  const sent = useRef<{ text: string; key: string }>(null);
  const reportDone = useReportDone();
  const send = async (input: { id: string; reason: TopupReason; note: string | null }) => {
    const text = JSON.stringify(input);
    if (sent.current?.text !== text) sent.current = { text, key: uuidv7() };
    const answer = await call(refuseTopup, input, { key: sent.current.key }).catch(asFailure);
    void syncNow();
    if (answer instanceof CallFailure) {
      if (isDefinite(answer)) sent.current = null;
      storeCurrent(answer);
      return setFailure(answer);
    }
    await storeTopup(answer.topup).catch(() => undefined);
    reportDone(topup, null);
    onDone();
  };
  const confirm = () => {
    const trimmed = note.trim();
    const found = {
      ...(reason === null && { reason: 'required' }),
      ...([...trimmed].length > topupNoteMax && { note: `max:${topupNoteMax}` }),
      ...(reason === 'other' && trimmed === '' && { note: 'required' }),
    };
    setMistakes(found);
    setFailure(null);
    if (reason === null || Object.keys(found).length > 0) return void focusMistakeIn(formId);
    void whileBusy(() => send({ id: topup.id, reason, note: trimmed || null }));
  };
  return {
    formId,
    reason,
    note,
    busy,
    failure,
    isDecided: topup.status !== 'waiting',
    errors: useRefusalErrors(mistakes, failure),
    confirm,
    setReason: (next: TopupReason) => {
      setReason(next);
      setMistakes({});
    },
    setNote: (next: string) => {
      setNote(next);
      setMistakes({});
    },
  };
}

/** Returns the sentences under the fields: the form's own checks first, then the server's refusal. */
function useRefusalErrors(mistakes: { reason?: string; note?: string }, failure: CallFailure | null) {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const sentence = (name: 'reason' | 'note', label: string): string | null => {
    const code = mistakes[name] ?? failure?.errors?.[name]?.[0];
    return code ? field(code, label) : null;
  };
  return { reason: sentence('reason', t`Reason`), note: sentence('note', t`Note`) };
}
