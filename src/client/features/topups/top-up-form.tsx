import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TopupLimits } from '../../../contract/shop.ts';
import type { TopupMethodRow } from '../../../contract/topup-settings.ts';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useIsMemoryOnly } from '../../sync/use-storage-mode.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';
import { LimitsUsed } from './limit-notice.tsx';
import { MethodCards } from './method-cards.tsx';
import { PaySteps } from './pay-steps.tsx';
import { SharedNotice } from './shared-notice.tsx';
import type { LimitUse } from './topup-limits.ts';
import { TopupFields } from './topup-fields.tsx';
import { useSharedFiles } from './use-shared-files.ts';
import { useTopupForm, type TopupForm, type TopupStart } from './use-topup-form.ts';

interface Props {
  start: TopupStart;
  methods: readonly TopupMethodRow[];
  limits: TopupLimits;
  use: LimitUse;
  /** The day in the shop's time zone. */
  today: string;
}

/** A new request in three steps on one page: the way to pay, how to pay, and what was paid. */
export function TopUpForm({ start: given, methods, limits, use, today }: Props) {
  // The day may change while the form is open.
  const [start] = useState(given);
  const { t } = useLingui();
  const { field } = useRefusalText();
  const navigate = useNavigate();
  const form = useTopupForm({
    start,
    methods,
    today,
    onSent: (id) => guard.leave(() => void navigate({ to: `/user/top-ups/${id}`, replace: true })),
  });
  const guard = useLeaveGuard({ isDirty: form.isDirty && !form.busy, onDiscard: form.discard });
  const shared = useSharedFiles(form.attachments.add);
  return (
    <chakra.form noValidate onSubmit={form.submit} {...form.attachments.receiver}>
      <Stack gap="4">
        <SharedNotice state={shared} />
        {methods.length > 1 ? (
          <Panel>
            <MethodCards
              methods={methods}
              value={form.values.method_id}
              error={form.errors.method_id ? field(form.errors.method_id[0] ?? '', t`Way to pay`) : null}
              onChange={(method_id) => form.change({ method_id })}
            />
          </Panel>
        ) : null}
        {form.method ? <PaySteps method={form.method} amount={form.values.amount} /> : null}
        <Panel title={<Trans>Tell the shop what you have paid</Trans>}>
          <Fields form={form} limits={limits} use={use} />
        </Panel>
      </Stack>
      {guard.question}
    </chakra.form>
  );
}

function Fields({ form, limits, use }: { form: TopupForm } & Pick<Props, 'limits' | 'use'>) {
  const online = useOnline();
  const isMemoryOnly = useIsMemoryOnly();
  return (
    <Stack gap="4">
      <LimitsUsed limits={limits} use={use} />
      <TopupFields
        method={form.method}
        values={form.values}
        errors={form.errors}
        onChange={form.change}
        attachments={form.attachments}
      />
      <OfflineReason online={online}>
        {isMemoryOnly ? null : <Trans>You are offline. The request is sent when you are connected.</Trans>}
      </OfflineReason>
      <Box display="flex" justifyContent="flex-end">
        <Button
          type="submit"
          loading={form.busy}
          disabled={form.attachments.isPreparing}
          flex={{ base: '1', sm: 'none' }}
        >
          <Trans>Send</Trans>
        </Button>
      </Box>
    </Stack>
  );
}
