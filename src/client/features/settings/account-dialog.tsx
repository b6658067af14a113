import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { useController, type FieldValues, type Path } from 'react-hook-form';
import type { ServerForm } from '../../forms/use-server-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { chakra, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  title: ReactNode;
  accountForm: { problem: string | null; isBusy: boolean; submit: ServerForm<FieldValues>['submit'] };
  /** The label of the main button. */
  submitLabel: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a change of the user's own account, which needs a connection. What is typed is kept in no draft. */
export function AccountDialog({ title, accountForm, submitLabel, onClose, children }: Props) {
  const { problem, isBusy, submit } = accountForm;
  const online = useOnline();
  const id = useId();
  return (
    <SheetDialog
      open
      ignoresBackdrop
      size="sm"
      onClose={isBusy ? () => undefined : onClose}
      title={title}
      footer={
        <Stack flex="1" minW="0" gap="3">
          <OfflineReason online={online} id={`${id}-offline`} />
          <Wrap
            gap="3"
            justifyContent="flex-end"
            css={{ '& > button': { flex: { base: '1 1 auto', sm: '0 0 auto' } } }}
          >
            <Button variant="outline" onClick={onClose} disabled={isBusy}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              type="submit"
              form={id}
              loading={isBusy}
              disabled={!online}
              aria-describedby={online ? undefined : `${id}-offline`}
            >
              {submitLabel}
            </Button>
          </Wrap>
        </Stack>
      }
    >
      <chakra.form id={id} noValidate display="flex" flexDirection="column" gap="4" onSubmit={submit}>
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        {children}
      </chakra.form>
    </SheetDialog>
  );
}

/** Returns the properties of a required text field of such a form. */
export function useAccountField<Values extends FieldValues>(
  { form, errorOf, isBusy }: ServerForm<Values>,
  name: Path<Values>,
  label: string,
) {
  const { field } = useController({ control: form.control, name });
  const { onChange, onBlur, ref } = field;
  const value = field.value as string;
  return { label, name, value, onChange, onBlur, ref, error: errorOf(name), disabled: isBusy, required: true };
}

/** The account that the passwords of a form belong to, for password managers; not visible. */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
