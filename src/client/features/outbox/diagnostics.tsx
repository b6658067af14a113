import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useFormatCount } from '../../text/money.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FoldedItem, FoldedList } from './folded-list.tsx';
import { readDiagnostics, type DiagnosticsData as Report } from './read-diagnostics.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** A collapsed panel with this device's versions, counts and storage, for a support request; contains no user data. */
export function Diagnostics() {
  const db = currentDatabase();
  const status = useSyncStatus();
  const [report, setReport] = useState<Report>();
  useEffect(() => {
    let isCurrent = true;
    void readDiagnostics(db, status).then((now) => isCurrent && setReport(now));
    return () => {
      isCurrent = false;
    };
  }, [db, status]);
  if (!report) return null;
  return (
    <FoldedList title={<Trans>Diagnostics</Trans>}>
      <Versions {...report.versions} />
      <Storage {...report.storage} />
      <Counts title={<Trans>Waiting on this device</Trans>} counts={report.waiting} />
      <Counts title={<Trans>Copied from the server</Trans>} counts={report.records} />
      <FoldedItem alignItems="center" justifyContent="space-between" gap="4">
        <chakra.span color="fg.muted">
          <Trans>Without any texts, names or amounts.</Trans>
        </chakra.span>
        <CopyButton text={JSON.stringify(report, null, 2)} />
      </FoldedItem>
    </FoldedList>
  );
}

function Versions({ app, protocol, schema, serviceWorker }: Report['versions']) {
  return (
    <Entry title={<Trans>Versions</Trans>}>
      <Trans>
        app {app}, sync protocol {protocol}, database schema {schema}
      </Trans>
      {', '}
      {serviceWorker ? <Trans>with a service worker</Trans> : <Trans>without a service worker</Trans>}
    </Entry>
  );
}

function Storage({ usedBytes, quotaBytes }: Report['storage']) {
  const formatCount = useFormatCount();
  if (usedBytes === null || quotaBytes === null) return null;
  const [used, quota] = [usedBytes, quotaBytes].map((bytes) => formatCount(Math.ceil(bytes / 1_000_000)));
  return (
    <Entry title={<Trans>Storage</Trans>}>
      <Trans>
        {used} of {quota} MB used
      </Trans>
    </Entry>
  );
}

/** Counts by table or state, with the names used in the code, because developers read them. */
function Counts({ title, counts }: { title: ReactNode; counts: Record<string, number> }) {
  const formatCount = useFormatCount();
  return (
    <Entry title={title}>
      <bdi>
        {Object.entries(counts)
          .map(([name, number]) => `${name} ${formatCount(number)}`)
          .join(', ')}
      </bdi>
    </Entry>
  );
}

function Entry({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <FoldedItem className="numbers" flexDirection={{ base: 'column', sm: 'row' }} columnGap="4">
      <chakra.span color="fg.muted" minW="44">
        {title}
      </chakra.span>
      <chakra.span minW="0" overflowWrap="anywhere">
        {children}
      </chakra.span>
    </FoldedItem>
  );
}
