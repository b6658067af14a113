import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { pinMin } from '../../contract/limits.ts';
import { uuidv7 } from '../../contract/uuid.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import { isDefinite } from '../sync/error-table.ts';
import { useOnline } from '../sync/use-sync-status.ts';
import { useRefusalText } from '../text/refusals.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineReason } from '../ui/offline-reason.tsx';
import { PinField } from '../ui/pin-field.tsx';
import { SheetDialog } from '../ui/sheet-dialog.tsx';
import { chakra, Muted, Stack } from '../ui/theme/styled.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { lockedUntilOf, PinHelp, usePinRefusal } from './pin-refusal.tsx';
import { focusFirstMistake } from './use-money-form.ts';

/** The fields, as typed. The PIN lives in the form only: it is in no draft and in no log. */
interface PinFields {
  reason: string;
  pin: string;
}

interface Options<Answer extends object> {
  /** Calls the server, which does it once for a key. Throws `CallFailure`. */
  send: (fields: PinFields, key: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** The longest reason in characters; null where no reason is asked for. */
  reasonMax: number | null;
}

/**
 * A call that an admin confirms with the own PIN, and a reason where one is asked for. After a lost answer it is repeated
 * with its key, so that it is done once; the reason cannot be changed until then.
 */
export function usePinCall<Answer extends object>({ send, onDone, reasonMax }: Options<Answer>) {
  const formId = useId();
  const [fields, setFields] = useState<PinFields>({ reason: '', pin: '' });
  const [mistakes, setMistakes] = useState<Partial<PinFields>>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const [lostKey, setLostKey] = useState<string | null>(null);
  const { busy, whileBusy } = useBusy();

  const change = (patch: Partial<PinFields>) => {
    setFields({ ...fields, ...patch });
    setMistakes(Object.fromEntries(Object.entries(mistakes).filter(([name]) => !(name in patch))));
  };

  const attempt = async () => {
    const key = lostKey ?? uuidv7();
    const answer = await send({ reason: fields.reason.trim(), pin: fields.pin }, key).catch(asFailure);
    setFields((now) => ({ ...now, pin: '' }));
    if (!(answer instanceof CallFailure)) return onDone(answer);
    setLostKey(isDefinite(answer) ? null : key);
    setLockedUntil(lockedUntilOf(answer));
    return setFailure(answer);
  };

  const confirm = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = mistakesIn(fields, reasonMax);
    setMistakes(found);
    setFailure(null);
    if (Object.keys(found).length > 0) focusFirstMistake();
    else void whileBusy(attempt);
  };

  return { formId, fields, change, confirm, mistakes, failure, lockedUntil, isLost: lostKey !== null, busy, reasonMax };
}

function mistakesIn({ reason, pin }: PinFields, reasonMax: number | null): Partial<PinFields> {
  const length = [...reason.trim()].length;
  const isDigits = /^\d{1,12}$/.test(pin);
  return {
    ...(reasonMax !== null &&
      (length === 0 ? { reason: 'required' } : length > reasonMax && { reason: `max:${reasonMax}` })),
    ...(pin === '' ? { pin: 'required' } : pin.length < pinMin ? { pin: 'short' } : !isDigits && { pin: 'invalid' }),
  };
}

interface DialogProps {
  title: ReactNode;
  /** The words of the button that sends. */
  action: ReactNode;
  isDangerous?: boolean;
  /** What the call does. */
  children: ReactNode;
  pinCall: ReturnType<typeof usePinCall>;
  onClose: () => void;
}

/** The dialog of a call that is confirmed with a PIN. Needs a connection. */
export function PinDialog({ title, action, isDangerous = false, children, pinCall, onClose }: DialogProps) {
  const online = useOnline();
  return (
    <SheetDialog
      open
      size="sm"
      ignoresBackdrop
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={pinCall.formId}
            loading={pinCall.busy}
            disabled={!online}
            {...(isDangerous && { colorPalette: 'red' })}
          >
            {action}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Muted>{children}</Muted>
        <PinCallForm pinCall={pinCall} />
        <OfflineReason online={online} />
      </Stack>
    </SheetDialog>
  );
}

/** The reason, the PIN, and why the last attempt was refused. */
function PinCallForm({ pinCall }: { pinCall: ReturnType<typeof usePinCall> }) {
  const { t } = useLingui();
  const { formId, fields, change, confirm, failure, isLost, reasonMax, busy } = pinCall;
  const errors = useErrors(pinCall);
  return (
    <chakra.form id={formId} noValidate display="flex" flexDirection="column" gap="4" onSubmit={confirm}>
      <Refusal failure={failure} isLost={isLost} />
      {reasonMax === null ? null : (
        <TextField
          label={t`Reason`}
          hint={t`The history shows it.`}
          required
          autoComplete="off"
          max={reasonMax}
          value={fields.reason}
          disabled={busy || isLost}
          error={errors.reason}
          onChange={(reason) => change({ reason })}
        />
      )}
      <PinField
        label={t`Your PIN`}
        value={fields.pin}
        disabled={busy}
        error={errors.pin}
        help={<PinHelp failure={failure} />}
        onChange={(pin) => change({ pin })}
      />
    </chakra.form>
  );
}

/** A refusal that is not about a field. */
function Refusal({ failure, isLost }: { failure: CallFailure | null; isLost: boolean }) {
  const { t } = useLingui();
  const { failure: sentenceOf } = useRefusalText();
  if (!failure || failure.code === 'INVALID_PIN' || failure.code === 'INVALID_FIELDS') return null;
  return (
    <Notice tone={isLost ? 'warning' : 'error'}>
      {isLost ? t`The answer was lost. Try again: it is done once.` : sentenceOf(failure)}
    </Notice>
  );
}

function useErrors({ mistakes, failure, lockedUntil }: ReturnType<typeof usePinCall>) {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const pinRefusal = usePinRefusal(failure, lockedUntil);
  const refused = (name: string) => failure?.errors?.[name]?.[0];
  const pinWords: Record<string, string> = {
    required: t`Type your PIN.`,
    short: t`PIN must be at least 4 characters.`,
    invalid: t`Invalid PIN.`,
  };
  const reason = mistakes.reason ?? refused('reason');
  return {
    reason: reason === undefined ? null : field(reason, t`Reason`),
    pin: mistakes.pin ? pinWords[mistakes.pin] : (pinRefusal ?? (refused('pin') ? pinWords.invalid : null)),
  };
}
