import { Trans, useLingui } from '@lingui/react/macro';
import { ScrollText } from 'lucide-react';
import { useId } from 'react';
import { useOnline } from '../../sync/use-sync-status.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useUrlDialog } from '../../ui/use-url-dialog.ts';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList, AuditSkeleton } from './audit-list.tsx';
import { useAuditFilter, useAuditPages } from './use-audit.ts';
import { Box } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The audit log: who changed what and when, newest first (S2T-01). */
export function AuditScreen() {
  const { t } = useLingui();
  const online = useOnline();
  const filters = useAuditFilter();
  const pages = useAuditPages(filters.filter);
  const dialog = useUrlDialog('entry');
  const reason = useId();
  const { entries } = pages;
  return (
    <>
      <PageHeader title={t`Audit log`} actions={<AuditExport filter={filters.filter} reasonId={reason} />} />
      <AuditFilters {...filters} />
      {entries && entries.length > 0 ? <AuditList entries={entries} onOpen={dialog.open} /> : null}
      {entries?.length === 0 && !pages.isLoading ? <NothingFound {...filters} /> : null}
      <Box mt="3">
        <FirstPage {...pages} online={online} />
        <OfflineReason online={online} id={reason}>
          <Trans>You are offline. The audit log needs a connection.</Trans>
        </OfflineReason>
        {pages.hasMore && !pages.failure ? <OlderButton {...{ ...pages, online, reason }} /> : null}
      </Box>
      <AuditEntryDialog
        entry={entries?.find(({ id }) => id === dialog.id)}
        onClose={dialog.close}
        onNarrow={filters.set}
      />
    </>
  );
}

/** The placeholder or the failure of the first page; offline the reason is said for all pages. */
function FirstPage({ online, ...pages }: ReturnType<typeof useAuditPages> & { online: boolean }) {
  const hasData = pages.entries !== undefined || !online;
  return pages.isLoading && !hasData ? <AuditSkeleton /> : <LoadState {...pages} hasData={hasData} />;
}

interface OlderProps extends Pick<ReturnType<typeof useAuditPages>, 'isLoading' | 'more'> {
  online: boolean;
  /** The id of the text that says why the button is disabled offline. */
  reason: string;
}

function OlderButton({ isLoading, more, online, reason }: OlderProps) {
  return (
    <Button
      variant="outline"
      size="sm"
      loading={isLoading}
      disabled={!online}
      aria-describedby={online ? undefined : reason}
      onClick={more}
    >
      <Trans>Show older changes</Trans>
    </Button>
  );
}

function NothingFound({ isNarrowed, clear }: Pick<ReturnType<typeof useAuditFilter>, 'isNarrowed' | 'clear'>) {
  if (!isNarrowed) return <EmptyState icon={ScrollText} title={<Trans>No changes yet.</Trans>} />;
  return (
    <EmptyState
      icon={ScrollText}
      title={<Trans>No changes match these filters.</Trans>}
      action={
        <Button variant="outline" onClick={clear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    />
  );
}
