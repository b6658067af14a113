import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { TopupLimits } from '../../../contract/shop.ts';
import { updateTopupLimits } from '../../../contract/topup-settings.ts';
import { call } from '../../api/call.ts';
import { RecordFormFrame } from '../../forms/record-form.tsx';
import type { VersionValues } from '../../forms/save-record.ts';
import { useRecordForm, type RecordForm } from '../../forms/use-record-form.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, Wrap } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { amountIn } from './method-form-data.ts';

const SavedLimits = z.extend(TopupLimits, { rev: z.number() });
type SavedLimits = z.infer<typeof SavedLimits>;

const names = ['open_max', 'day_max', 'day_amount', 'balance_max'] as const;

/** The values of the form, as typed; blank amounts for no limit. */
type Values = VersionValues & Record<(typeof names)[number], string>;

const noLimits: Values = { open_max: '', day_max: '', day_amount: '', balance_max: '', rev: null, sent: null };

const valuesOf = (saved: SavedLimits | null): Values => (saved ? savedValues(saved) : noLimits);

const savedValues = ({ open_max, day_max, day_amount, balance_max, rev }: SavedLimits): Values => ({
  open_max: String(open_max),
  day_max: String(day_max),
  day_amount: day_amount?.toFixed(2) ?? '',
  balance_max: balance_max?.toFixed(2) ?? '',
  rev,
  sent: null,
});

const storedFields = ({ open_max, day_max, day_amount, balance_max }: Values) => ({
  open_max: open_max.trim() as never as number,
  day_max: day_max.trim() as never as number,
  day_amount: amountIn(day_amount) ?? null,
  balance_max: amountIn(balance_max) ?? null,
});

const Schema = z.pipe(z.transform(storedFields), updateTopupLimits.input as never);

/** The limits of the requests of a customer, which root changes. */
export function LimitsForm({ saved, isReadOnly }: { saved: SavedLimits; isReadOnly: boolean }) {
  const record = useLimitsForm(saved);
  return (
    <Panel title={<Trans>Limits of a customer</Trans>}>
      <RecordFormFrame recordForm={record}>
        <Box
          display="grid"
          gap="4"
          alignItems="start"
          gridTemplateColumns="repeat(auto-fit, minmax(min(14rem, 100%), 1fr))"
        >
          {names.map((name) => (
            <LimitField key={name} name={name} record={record} isReadOnly={isReadOnly} />
          ))}
        </Box>
        {isReadOnly ? null : <SaveButton busy={record.isBusy} />}
      </RecordFormFrame>
    </Panel>
  );
}

interface FieldProps {
  name: (typeof names)[number];
  record: RecordForm<Values>;
  isReadOnly: boolean;
}

/** A number of requests, or an amount, which may be blank. */
function LimitField({ name, record: { form, errorOf, isBusy }, isReadOnly }: FieldProps) {
  const { t } = useLingui();
  const labels = useLabels();
  const { field } = useController({ control: form.control, name });
  const isCount = name === 'open_max' || name === 'day_max';
  return (
    <TextField
      {...field}
      label={labels[name]}
      hint={isCount ? undefined : t`Blank for no limit.`}
      required={isCount}
      inputMode={isCount ? 'numeric' : 'decimal'}
      dir="ltr"
      autoComplete="off"
      readOnly={isReadOnly}
      disabled={isBusy}
      error={errorOf(name)}
    />
  );
}

function SaveButton({ busy }: { busy: boolean }) {
  const online = useOnline();
  const reasonId = useId();
  return (
    <Wrap alignItems="center" justifyContent="flex-end" gap="3">
      <OfflineReason online={online} id={reasonId} />
      <Button type="submit" loading={busy} disabled={!online} aria-describedby={online ? undefined : reasonId}>
        <Trans>Save</Trans>
      </Button>
    </Wrap>
  );
}

function useLabels(): Record<(typeof names)[number], string> {
  const { t } = useLingui();
  return {
    open_max: t`Requests that wait`,
    day_max: t`Requests of a day`,
    day_amount: t`Sum of a day`,
    balance_max: t`Largest balance`,
  };
}

function useLimitsForm(saved: SavedLimits) {
  const { t } = useLingui();
  const labels = useLabels();
  return useRecordForm<Values, SavedLimits>({
    row: saved,
    valuesOf,
    fields: names.map((path) => ({
      path,
      label: labels[path],
      show: (values) => values[path].trim() || t`No limit`,
    })),
    rowSchema: SavedLimits,
    schema: Schema as never,
    draftName: 'topup-limits',
    async save(values, key) {
      const limits = {
        ...storedFields(values),
        open_max: Number(values.open_max),
        day_max: Number(values.day_max),
      };
      return (await call(updateTopupLimits, limits, { key, revision: values.rev ?? undefined })).limits;
    },
    onSaved: () => toast({ tone: 'success', title: t`Limits saved` }),
  });
}
