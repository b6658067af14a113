import { Trans, useLingui } from '@lingui/react/macro';
import { useController } from 'react-hook-form';
import { updateWindows, windowLimits, type SavedWindows, type WindowKind } from '../../../contract/windows.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useServerForm, type ServerForm } from '../../forms/use-server-form.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { SaveButton } from './save-button.tsx';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';

type Values = Record<WindowKind, string>;

const kinds = Object.keys(windowLimits) as WindowKind[];

/** How many of the newest records devices store (S2U-06). */
export function WindowsForm({ saved }: { saved: SavedWindows }) {
  const { t } = useLingui();
  const online = useOnline();
  const labels: Readonly<Record<WindowKind, string>> = {
    orders: t`Orders of a customer`,
    tickets: t`Tickets of a customer`,
    all_orders: t`Orders, for support`,
    all_tickets: t`Tickets, for support`,
    movements: t`Movements of the balance`,
    notifications: t`Notifications`,
    people: t`Newest users, for admins`,
  };
  const sizes = useServerForm<Values>({
    schema: updateWindows.input,
    defaultValues: Object.fromEntries(kinds.map((kind) => [kind, String(saved[kind] ?? windowLimits[kind].usual)])),
    labels,
    send: async (values) => {
      const sent = await call(updateWindows, values).catch(asFailure);
      if ('kind' in sent) return sent;
      void syncNow();
      toast({ tone: 'success', title: t`Shop settings saved` });
      return null;
    },
  });
  return (
    <Panel title={<Trans>Records on devices</Trans>}>
      <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={sizes.submit}>
        <Muted textStyle="sm">
          <Trans>
            Devices store the newest records of each kind, every ticket that is not ended, and the customers of all
            these orders and tickets. After a change they load their records again; what is not sent yet stays.
          </Trans>
        </Muted>
        {sizes.problem ? <Notice tone="error">{sizes.problem}</Notice> : null}
        <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(min(14rem, 100%), 1fr))" gap="4">
          {kinds.map((kind) => (
            <SizeField key={kind} kind={kind} label={labels[kind]} sizes={sizes} />
          ))}
        </Box>
        <SaveButton online={online} busy={sizes.isBusy} />
      </chakra.form>
    </Panel>
  );
}

interface FieldProps {
  kind: WindowKind;
  label: string;
  sizes: ServerForm<Values>;
}

function SizeField({ kind, label, sizes: { form, errorOf, isBusy } }: FieldProps) {
  const { i18n } = useLingui();
  const { field } = useController({ control: form.control, name: kind });
  const [min, max] = [i18n.number(windowLimits[kind].min), i18n.number(windowLimits[kind].max)];
  return (
    <TextField
      {...field}
      label={label}
      hint={
        <Trans>
          {min} to {max}
        </Trans>
      }
      required
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      className="numbers"
      error={errorOf(kind)}
      disabled={isBusy}
    />
  );
}
