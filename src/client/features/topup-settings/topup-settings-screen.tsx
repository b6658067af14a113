import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BanknoteArrowUp, Plus } from 'lucide-react';
import { readTopupLimits } from '../../../contract/topup-settings.ts';
import { call } from '../../api/call.ts';
import { useRequest } from '../../sync/use-request.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, Stack } from '../../ui/theme/styled.tsx';
import { LimitsForm } from './limits-form.tsx';
import { MethodForm } from './method-form.tsx';
import { MethodList } from './method-list.tsx';
import { mayChangeTopups, useMethods } from './methods.ts';

/** The methods by which customers pay, and the limits of their requests: root changes them, other admins read them. */
export function TopupSettingsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const method = useSearch({ strict: false, select: (search: { method?: string }) => search.method ?? null });
  const isForm = method !== null && mayChangeTopups();
  const open = (id: number | 'new') =>
    void navigate({ to: '/admin/settings/top-ups' as never, search: { method: String(id) } as never });
  const leave = () => void navigate({ to: '/admin/settings/top-ups' as never, search: {} as never, replace: true });
  const crumbs = [
    { label: t`Settings`, to: '/dashboard/settings' },
    { label: t`Shop settings`, to: '/admin/settings' },
  ];
  if (isForm)
    return (
      <Box maxW="6xl">
        <PageHeader
          title={method === 'new' ? t`New method` : t`Edit method`}
          breadcrumb={[...crumbs, { label: t`Top-up methods and limits`, to: '/admin/settings/top-ups' }]}
        />
        <FormOf key={method} id={method} onLeave={leave} />
      </Box>
    );
  return (
    <Box maxW="45rem">
      <PageHeader
        title={t`Top-up methods and limits`}
        breadcrumb={crumbs}
        actions={
          mayChangeTopups() ? (
            <Button onClick={() => open('new')}>
              <Plus aria-hidden="true" />
              <Trans>New method</Trans>
            </Button>
          ) : null
        }
      />
      <Stack gap={{ base: '4', md: '5' }}>
        {mayChangeTopups() ? null : (
          <Notice>
            <Trans>Only the first admin changes these, because a wrong account number sends money elsewhere.</Trans>
          </Notice>
        )}
        <Methods onEdit={open} />
        <Limits />
      </Stack>
    </Box>
  );
}

function Methods({ onEdit }: { onEdit: (id: number) => void }) {
  const { value: methods, isLoading } = useMethods();
  if (!methods || (methods.length === 0 && isLoading)) return <SkeletonBlock h="12rem" borderRadius="xl" />;
  return <MethodList methods={methods} onEdit={onEdit} />;
}

function Limits() {
  // Once: the form keeps what is typed while newer limits are saved elsewhere.
  const { data: saved, ...state } = useRequest(
    'settings/topup-limits',
    async (signal) => (await call(readTopupLimits, {}, { signal })).limits,
    { once: true },
  );
  if (saved) return <LimitsForm saved={saved} isReadOnly={!mayChangeTopups()} />;
  return (
    <Panel title={<Trans>Limits of a customer</Trans>}>
      <LoadState {...state} />
    </Panel>
  );
}

/** The form of a new method (`new`), or of the one with this id. */
function FormOf({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { value: methods, isLoading } = useMethods();
  const method = methods?.find((one) => String(one.id) === id);
  if (id === 'new') return <MethodForm method={null} onLeave={onLeave} />;
  if (!methods || (!method && isLoading)) return <SkeletonBlock h="20rem" borderRadius="xl" aria-busy="true" />;
  return method ? (
    <MethodForm method={method} onLeave={onLeave} />
  ) : (
    <EmptyState icon={BanknoteArrowUp} title={<Trans>This method is not on this device.</Trans>} />
  );
}
