import { i18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { topupProofs, type TopupProof } from '../../../contract/topup-rules.ts';
import { createTopupMethod, TopupMethodRow, updateTopupMethod } from '../../../contract/topup-settings.ts';
import { call } from '../../api/call.ts';
import { RecordFormFrame } from '../../forms/record-form.tsx';
import { valueAt, type RecordField } from '../../forms/save-record.ts';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { dirOf, isLocale, locales } from '../../text/locales.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { LanguageChoice } from '../../forms/three-languages.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountFields } from './method-accounts.tsx';
import { MethodForm as Schema, refusedLocales, storedFields, valuesOf, type MethodValues } from './method-form-data.ts';
import { MethodPreview } from './method-preview.tsx';
import { MethodTexts } from './method-texts.tsx';
import { storeMethod } from './methods.ts';

interface Props {
  /** The method to edit as it was when the form opened; null for a new one. */
  method: TopupMethodRow | null;
  /** Leaves the form, after a save or when the user cancels. */
  onLeave: () => void;
}

/** The form of a new or an existing method, with the customer's card in three languages beside it. */
export function MethodForm({ method, onLeave }: Props) {
  const record = useMethodForm(method, onLeave);
  const { form, errorOf, values } = record;
  const [chosen, setChosen] = useState<Locale>(() => (isLocale(i18n.locale) ? i18n.locale : 'en'));
  // A refused text is never behind another language.
  const refused = refusedLocales(values, errorOf);
  const locale = refused.length > 0 && !refused.includes(chosen) ? refused[0]! : chosen;
  const texts = { form, errorOf, locale };
  return (
    <RecordFormFrame recordForm={record} save={method ? <Trans>Save</Trans> : <Trans>Create</Trans>}>
      <LanguageChoice value={locale} refused={refused} onChange={setChosen} />
      <Panel title={<Trans>Name and steps</Trans>}>
        <MethodTexts {...texts} />
      </Panel>
      <Panel title={<Trans>Accounts to copy</Trans>}>
        <AccountFields {...texts} />
      </Panel>
      <Panel title={<Trans>Amounts and proof</Trans>}>
        <Rules form={form} errorOf={errorOf} />
      </Panel>
      <Panel title={<Trans>What customers see</Trans>}>
        <MethodPreview values={values} locale={locale} />
      </Panel>
    </RecordFormFrame>
  );
}

interface RulesProps {
  form: UseFormReturn<MethodValues>;
  errorOf: (path: string) => string | undefined;
}

function Rules({ form: { control }, errorOf }: RulesProps) {
  const { t } = useLingui();
  const { field: min } = useController({ control, name: 'min' });
  const { field: max } = useController({ control, name: 'max' });
  const { field: proof } = useController({ control, name: 'proof' });
  const { field: active } = useController({ control, name: 'is_active' });
  const proofs = useProofWords();
  const amount = { required: true, inputMode: 'decimal', autoComplete: 'off', dir: 'ltr' } as const;
  return (
    <>
      <Box
        display="grid"
        gap="4"
        alignItems="start"
        gridTemplateColumns="repeat(auto-fit, minmax(min(12rem, 100%), 1fr))"
      >
        <TextField {...min} {...amount} label={t`Smallest amount`} error={errorOf('min')} />
        <TextField {...max} {...amount} label={t`Largest amount`} error={errorOf('max')} />
        <SelectField
          {...proof}
          label={t`Proof`}
          hint={t`What a request needs.`}
          choices={topupProofs.map((value) => ({ value, label: proofs[value] }))}
          error={errorOf('proof')}
        />
      </Box>
      <Box mt="4">
        <Switch
          name={active.name}
          label={<Trans>Customers can choose this method</Trans>}
          checked={active.value}
          onChange={active.onChange}
        />
      </Box>
    </>
  );
}

/** What a method asks for as the proof of a payment. */
export function useProofWords(): Record<TopupProof, string> {
  const { t } = useLingui();
  return {
    slip: t`A picture of the slip`,
    number: t`The number of the transfer`,
    either: t`A picture or the number`,
    both: t`A picture and the number`,
  };
}

function useMethodForm(method: TopupMethodRow | null, onLeave: () => void) {
  const { t } = useLingui();
  return useRecordForm<MethodValues, TopupMethodRow>({
    row: method,
    valuesOf,
    fields: useFields(),
    rowSchema: TopupMethodRow,
    schema: Schema as never,
    labels: {
      name: t`Name`,
      steps: t`Steps`,
      'accounts.value': t`Value`,
      'accounts.label': t`Label`,
      ...Object.fromEntries(localeCodes.map((locale) => [`accounts.label.${locale}`, t`Label`])),
    },
    draftName: `topup-method.${method?.id ?? 'new'}`,
    save: (values, key) => saveMethod(method, values, key),
    onSaved: () => toast({ tone: 'success', title: method ? t`Method saved` : t`Method created` }),
    onLeave,
  });
}

/** Saves the form of a new method (null) or of an existing one, and stores the answer. Throws `CallFailure`. */
async function saveMethod(edited: TopupMethodRow | null, values: MethodValues, key: string): Promise<TopupMethodRow> {
  const fields = storedFields(values);
  const id = edited?.id ?? values.id;
  const { method } =
    id === undefined
      ? await call(createTopupMethod, fields, { key })
      : await call(updateTopupMethod, { id, ...fields }, { key, revision: values.rev ?? undefined });
  await storeMethod(method);
  return method;
}

/** The fields, as they are shown beside another admin's version. */
function useFields(): RecordField<MethodValues>[] {
  const { t } = useLingui();
  const proofs = useProofWords();
  const names = { name: t`Name`, steps: t`Steps` };
  const texts = (['name', 'steps'] as const).flatMap((field) =>
    localeCodes.map((locale) => ({
      path: `${field}.${locale}`,
      label: `${names[field]} · ${locales[locale]}`,
      show: (values: MethodValues) => (
        <chakra.span lang={locale} dir={dirOf(locale)} whiteSpace="pre-wrap">
          {String(valueAt(values, `${field}.${locale}`)) || t`No text`}
        </chakra.span>
      ),
    })),
  );
  return [
    ...texts,
    {
      path: 'accounts',
      label: t`Accounts to copy`,
      textOf: ({ accounts }) => JSON.stringify(accounts),
      show: ({ accounts }) =>
        accounts.map(({ label, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the accounts have no other identity
          <chakra.bdi key={at} display="block">
            {Object.values(label).filter(Boolean).join(' · ')}: {value}
          </chakra.bdi>
        )),
    },
    { path: 'min', label: t`Smallest amount` },
    { path: 'max', label: t`Largest amount` },
    { path: 'proof', label: t`Proof`, show: ({ proof }) => proofs[proof] },
    { path: 'is_active', label: t`Active`, show: ({ is_active: isActive }) => (isActive ? t`Yes` : t`No`) },
  ];
}
