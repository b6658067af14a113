import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { setPin } from '../../../contract/auth.ts';
import { pinMax, pinMin } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useServerForm, type ServerForm } from '../../forms/use-server-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { PasswordField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PinField } from '../../ui/pin-field.tsx';
import { toast } from '../../ui/toast.ts';
import { Box, chakra, Muted, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The form's fields: they live in the form only, never in a draft. */
interface PinFields {
  password: string;
  pin: string;
}

/**
 * The PIN of an admin: set, changed or reset with the password (C-13). When the server has refused the PIN
 * of a dialog, that dialog links here with the reason in the address (`?pin=locked`).
 */
export function PinPanel() {
  const { t } = useLingui();
  const online = useOnline();
  const reason: unknown = useSearch({ strict: false }).pin;
  const pinForm = usePinForm();
  const panel = useScrollTo(reason !== undefined);
  const { problem, submit, isBusy } = pinForm;
  return (
    <Box ref={panel}>
      <Panel title={<Trans>PIN</Trans>}>
        <Muted mb="4">
          <Trans>
            Your PIN confirms every change of a customer’s balance. Only you know it; it is not stored on this device.
          </Trans>
        </Muted>
        <Reason reason={reason} />
        <chakra.form noValidate display="flex" flexDirection="column" gap="4" maxW="sm" onSubmit={submit}>
          {problem ? <Notice tone="error">{problem}</Notice> : null}
          <SecretField pinForm={pinForm} name="password" label={t`Current password`} />
          <SecretField pinForm={pinForm} name="pin" label={t`New PIN`} />
          <Stack alignItems="flex-start" gap="2">
            <Button type="submit" loading={isBusy} disabled={!online} aria-describedby="pin-offline">
              <Trans>Save PIN</Trans>
            </Button>
            <OfflineReason online={online} id="pin-offline" />
          </Stack>
        </chakra.form>
      </Panel>
    </Box>
  );
}

function usePinForm(): ServerForm<PinFields> {
  const { t } = useLingui();
  const [answers, setAnswers] = useState(0);
  const send = async (fields: PinFields) => {
    const failure = await call(setPin, fields).then(() => null, asFailure);
    setAnswers((count) => count + 1);
    if (!failure) toast({ tone: 'success', title: t`PIN saved` });
    return failure;
  };
  const pinForm = useServerForm<PinFields>({
    schema: setPin.input,
    defaultValues: { password: '', pin: '' },
    labels: { password: t`Current password`, pin: t`New PIN` },
    send,
  });
  const { form } = pinForm;
  // After every answer, the next attempt needs both again.
  useEffect(() => {
    form.setValue('password', '');
    form.setValue('pin', '');
  }, [form, answers]);
  return pinForm;
}

interface FieldProps {
  pinForm: ServerForm<PinFields>;
  name: keyof PinFields;
  label: string;
}

function SecretField({ pinForm, name, label }: FieldProps) {
  const { form, errorOf, isBusy } = pinForm;
  const { field } = useController({ control: form.control, name });
  const { value, onChange, onBlur, ref } = field;
  const props = { label, name, value, onChange, onBlur, ref, error: errorOf(name), disabled: isBusy };
  return name === 'pin' ? (
    <PinField
      {...props}
      hint={
        <Trans>
          {pinMin} to {pinMax} digits, not an easy one such as 1234.
        </Trans>
      }
    />
  ) : (
    <PasswordField {...props} required autoComplete="current-password" />
  );
}

/** Why a PIN was refused, and what a new one changes. */
function Reason({ reason }: { reason: unknown }) {
  const sentences: Record<string, ReactNode> = {
    locked: <Trans>Your PIN is locked after five wrong attempts. A new PIN can be used at once.</Trans>,
    disabled: <Trans>Your PIN is disabled after ten wrong attempts. Set a new one with your password.</Trans>,
    pin_not_set: <Trans>You have not set a PIN yet.</Trans>,
  };
  const sentence = typeof reason === 'string' ? sentences[reason] : undefined;
  return sentence ? (
    <Box mb="4">
      <Notice tone="warning">{sentence}</Notice>
    </Box>
  ) : null;
}

/** Scrolls to a panel that a link leads to. */
function useScrollTo(isWanted: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) panel.current?.scrollIntoView?.({ block: 'center' });
  }, [isWanted]);
  return panel;
}
