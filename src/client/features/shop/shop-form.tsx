import { Trans, useLingui } from '@lingui/react/macro';
import { useController } from 'react-hook-form';
import { shopNameMax, ShopSettings, updateShop } from '../../../contract/shop.ts';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import { call } from '../../api/call.ts';
import { RecordFormFrame } from '../../forms/record-form.tsx';
import type { RecordField, VersionValues } from '../../forms/save-record.ts';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useAccentName } from '../../text/accent-names.ts';
import { useFormatGoals } from '../../text/audit-goals.ts';
import { isolated } from '../../text/isolated.ts';
import { useHoursText } from '../../text/opening-hours.ts';
import { useStatuses } from '../../text/statuses.ts';
import { applyAccent } from '../../ui/accent.ts';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { AccentField } from './accent-field.tsx';
import { GoalFields, type GoalInputs } from './goal-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { SaveButton } from './save-button.tsx';

type Values = VersionValues & Pick<ShopSettings, 'name' | 'hours' | 'accent'> & { goals?: GoalInputs | undefined };

/** The name, the colour, the opening hours and the goals of the shop (S2U-03, S2U-04, S2U-07, S2R-17). */
export function ShopForm({ saved }: { saved: ShopSettings }) {
  const { t } = useLingui();
  const online = useOnline();
  const record = useShopForm(saved);
  const {
    form: { control },
    errorOf,
    isBusy,
  } = record;
  const { field: name } = useController({ control, name: 'name' });
  const { field: hours } = useController({ control, name: 'hours' });
  const { field: accent } = useController({ control, name: 'accent' });
  const { field: goals } = useController({ control, name: 'goals' });
  return (
    <Panel title={<Trans>Name, colour, opening hours and goals</Trans>}>
      <RecordFormFrame recordForm={record}>
        <TextField
          {...name}
          label={t`Name of the shop`}
          hint={<Trans>Shown in the app, in e-mails and on statements.</Trans>}
          max={shopNameMax}
          error={errorOf('name')}
          required
          disabled={isBusy}
        />
        <AccentField value={accent.value} onChange={accent.onChange} disabled={isBusy} />
        <HoursFields value={hours.value} onChange={hours.onChange} errorOf={errorOf} disabled={isBusy} />
        {goals.value ? (
          <GoalFields value={goals.value} onChange={goals.onChange} errorOf={errorOf} disabled={isBusy} />
        ) : null}
        <SaveButton online={online} busy={isBusy} />
      </RecordFormFrame>
    </Panel>
  );
}

function useShopForm(saved: ShopSettings) {
  const { t } = useLingui();
  const { priority } = useStatuses();
  return useRecordForm<Values, ShopSettings>({
    row: saved,
    valuesOf,
    fields: useFields(),
    rowSchema: ShopSettings,
    schema: updateShop.input,
    labels: {
      'hours.from': t`Opens`,
      'hours.to': t`Closes`,
      ...Object.fromEntries(ticketPriorities.map((one) => [`goals.${one}`, priority(one)])),
    },
    draftName: 'shop',
    async save({ name, hours, accent, goals, rev }, key) {
      const input = { name, hours, accent, ...(goals && { goals }) };
      return (await call(updateShop, input, { key, revision: rev ?? undefined })).shop;
    },
    onSaved: (_values, { accent }) => {
      void applyAccent(accent);
      toast({ tone: 'success', title: t`Shop settings saved` });
    },
  });
}

/** The fields, as they are shown beside another admin's version. */
function useFields(): RecordField<Values>[] {
  const { t } = useLingui();
  const accentName = useAccentName();
  const hoursText = useHoursText();
  const formatGoals = useFormatGoals();
  return [
    { path: 'name', label: t`Name` },
    { path: 'accent', label: t`Colour`, show: ({ accent }) => accentName(accent) },
    {
      path: 'hours',
      label: t`Opening hours`,
      textOf: ({ hours }) => JSON.stringify(hours),
      show: ({ hours }) => hoursText(hours) ?? t`No opening hours`,
    },
    {
      path: 'goals',
      label: t`Hours until the answer`,
      textOf: ({ goals }) => ticketPriorities.map((one) => Number(goals?.[one])).join(),
      show: ({ goals }) => (goals ? formatGoals(goals).map(isolated).join(' · ') : '–'),
    },
  ];
}

const noSettings: Values = { name: '', hours: [], accent: 'teal', rev: null, sent: null };

const valuesOf = (saved: ShopSettings | null): Values => (saved ? savedValues(saved) : noSettings);

const savedValues = ({ name, hours, accent, goals, rev }: ShopSettings): Values => ({
  name,
  hours,
  accent,
  ...(goals && { goals: { high: `${goals.high}`, medium: `${goals.medium}`, low: `${goals.low}` } }),
  rev,
  sent: null,
});
