import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { shopNameMax, updateShop, type ShopSettings } from '../../../contract/shop.ts';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import { call } from '../../api/call.ts';
import { asFailure, CallFailure } from '../../api/failure.ts';
import { createSaving, useUndecidedText } from '../../forms/lost-attempt.ts';
import { useServerForm } from '../../forms/use-server-form.ts';
import { syncNow } from '../../sync/triggers.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useAccentName } from '../../text/accent-names.ts';
import { useGoalTexts } from '../../text/audit-goals.ts';
import { isolated } from '../../text/isolated.ts';
import { useHoursText } from '../../text/opening-hours.ts';
import { useStatuses } from '../../text/statuses.ts';
import { applyAccent } from '../../ui/accent.ts';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { VersionConflict } from '../../ui/version-conflict.tsx';
import { AccentField } from './accent-field.tsx';
import { GoalFields, type GoalTexts } from './goal-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { SaveButton } from './save-button.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

type Values = Pick<ShopSettings, 'name' | 'hours' | 'accent'> & { goals?: GoalTexts };

/** The name, the colour, the opening hours and the goals of the shop (S2U-03, S2U-04, S2U-07, S2R-17). */
export function ShopForm({ saved }: { saved: ShopSettings }) {
  const { t } = useLingui();
  const online = useOnline();
  const { shopForm, revision, setRevision } = useShopForm(saved);
  const { form, errorOf, failure, isBusy, submit } = shopForm;
  const undecided = useUndecidedText()(failure);
  const { field: name } = useController({ control: form.control, name: 'name' });
  const { field: hours } = useController({ control: form.control, name: 'hours' });
  const { field: accent } = useController({ control: form.control, name: 'accent' });
  const { field: goals } = useController({ control: form.control, name: 'goals' });
  const theirs = savedIn(failure);
  return (
    <Panel title={<Trans>Name, colour, opening hours and goals</Trans>}>
      <chakra.form noValidate display="flex" flexDirection="column" gap="4" onSubmit={submit}>
        {theirs && theirs.rev !== revision ? (
          <Conflict
            {...{ shopForm, theirs }}
            onTakeTheirs={() => {
              setRevision(theirs.rev);
              form.reset(valuesOf(theirs));
            }}
            onKeepMine={() => setRevision(theirs.rev)}
          />
        ) : null}
        {shopForm.problem && !theirs ? <Notice tone="error">{undecided ?? shopForm.problem}</Notice> : null}
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
      </chakra.form>
    </Panel>
  );
}

function useShopForm(saved: ShopSettings) {
  const { t } = useLingui();
  const { priority } = useStatuses();
  const [revision, setRevision] = useState(saved.rev);
  const [save] = useState(createShopSaving);
  const shopForm = useServerForm<Values>({
    schema: updateShop.input,
    defaultValues: valuesOf(saved),
    labels: {
      name: t`Name`,
      accent: t`Colour`,
      hours: t`Opening hours`,
      'hours.from': t`Opens`,
      'hours.to': t`Closes`,
      ...Object.fromEntries(ticketPriorities.map((one) => [`goals.${one}`, priority(one)])),
    },
    send: async (values) => {
      const sent = await save(values, { rev: revision }).catch(asFailure);
      if (sent instanceof CallFailure) return sent;
      setRevision(sent.rev);
      showSaved(sent);
      toast({ tone: 'success', title: t`Shop settings saved` });
      return null;
    },
  });
  return { shopForm, revision, setRevision };
}

function showSaved({ accent }: ShopSettings): void {
  void applyAccent(accent);
  void syncNow();
}

const createShopSaving = () =>
  createSaving<Values, Pick<ShopSettings, 'rev'> & Partial<ShopSettings>, ShopSettings>({
    send: async (values, { rev }, key) => (await call(updateShop, values, { key, revision: rev })).shop,
    versionIn: (shop) => shop,
    hasValues: ({ name, hours, accent, goals }, sent) =>
      name === sent.name.trim() &&
      accent === sent.accent &&
      JSON.stringify(hours) === JSON.stringify(sent.hours) &&
      ticketPriorities.every((one) => goals?.[one] === (sent.goals && Number(sent.goals[one]))),
  });

const savedIn = (failure: Pick<CallFailure, 'code' | 'details'> | null): ShopSettings | undefined =>
  failure?.code === 'REVISION_CHANGED' ? (failure.details?.current as ShopSettings | undefined) : undefined;

const valuesOf = ({ name, hours, accent, goals }: ShopSettings): Values => ({
  name,
  hours,
  accent,
  ...(goals && { goals: { high: `${goals.high}`, medium: `${goals.medium}`, low: `${goals.low}` } }),
});

interface ConflictProps {
  shopForm: ReturnType<typeof useServerForm<Values>>;
  theirs: ShopSettings;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** The values of the form beside those that another admin has saved meanwhile. */
function Conflict({ shopForm: { form, isBusy }, theirs, ...rest }: ConflictProps) {
  const { t } = useLingui();
  const accentName = useAccentName();
  const hoursText = useHoursText();
  const goalTexts = useGoalTexts();
  const mine = useWatch({ control: form.control }) as Values;
  const goalsIn = ({ goals }: Pick<ShopSettings, 'goals'> | Pick<Values, 'goals'>) =>
    goals ? goalTexts(goals).map(isolated).join(' · ') : '–';
  const textOf = ({ hours }: Pick<Values, 'hours'>) => hoursText(hours) ?? t`No opening hours`;
  const fields = [
    { label: t`Name`, mine: mine.name, theirs: theirs.name },
    { label: t`Colour`, mine: accentName(mine.accent), theirs: accentName(theirs.accent) },
    { label: t`Opening hours`, mine: textOf(mine), theirs: textOf(theirs) },
    { label: t`Hours until the answer`, mine: goalsIn(mine), theirs: goalsIn(theirs) },
  ];
  return <VersionConflict fields={fields.filter((field) => field.mine !== field.theirs)} busy={isBusy} {...rest} />;
}
