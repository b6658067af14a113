import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { readTopup } from '../../../contract/topups.ts';
import { call } from '../../api/call.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonBlock, SkeletonLines } from '../../ui/skeleton-lines.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { readOpenedTopup } from './queries.ts';
import { TopupDetails } from './topup-details.tsx';

/** One of the customer's requests: where it is, what it says, and what the shop has decided. */
export function TopUpRequestScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const { failure: sentenceOf } = useRefusalText();
  const found = useLiveQuery(() => readOpenedTopup(currentDatabase(), id), [id]);
  const { data, failure } = useRequest(`topups/${id}`, (signal) => call(readTopup, { id }, { signal }), {
    wanted: found === null,
    once: true,
  });
  if (found) return <TopupDetails {...found} />;
  if (data) return <TopupDetails topup={data.topup} lane={[]} method={undefined} movement={undefined} />;
  if (found === undefined || (online && !failure))
    return (
      <Box role="status" aria-label={t`Loading`} maxW="2xl">
        <SkeletonBlock h="6" w="60%" my="3" />
        <Panel>
          <SkeletonLines lines={6} />
        </Panel>
      </Box>
    );
  return (
    <>
      <PageHeader title={t`Top-up`} breadcrumb={[{ label: t`Add balance`, to: '/user/top-up' }]} />
      <EmptyState
        icon={WifiOff}
        title={<Trans>This request is not on this device.</Trans>}
        description={online && failure ? sentenceOf(failure) : <Trans>It can be opened when you are connected.</Trans>}
        action={
          <ButtonLink to="/user/top-up" variant="outline">
            <Trans>Your requests</Trans>
          </ButtonLink>
        }
      />
    </>
  );
}
