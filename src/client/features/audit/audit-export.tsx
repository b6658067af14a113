import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plural, Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { asFailure } from '../../api/failure.ts';
import { dayOf } from '../../local/days.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { saveCsv } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { useCsvRows } from './csv-rows.ts';
import { requestAudit, type AuditFilter } from './use-audit.ts';

/** Saves all rows that match as a CSV file (S2T-03): requests them page by page, with the number so far and Cancel. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const online = useOnline();
  const { failure: sentenceOf } = useRefusalText();
  const toRows = useCsvRows();
  const [count, setCount] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    setCount(null);
  };
  const save = async () => {
    const stop = new AbortController();
    running.current = stop;
    setCount(0);
    const entries = await loadAll(filter, stop.signal, setCount).catch((thrown: unknown) => {
      if (!stop.signal.aborted) toast({ tone: 'error', title: sentenceOf(asFailure(thrown)) });
      return null;
    });
    if (stop.signal.aborted) return;
    setCount(null);
    if (entries) saveCsv(`audit-${dayOf(new Date().toISOString())}`, toRows(entries));
  };
  if (count !== null)
    return (
      <Box display="flex" alignItems="center" gap="2">
        <chakra.span role="status" textStyle="sm" color="fg.muted">
          <Plural value={count} one="# row so far" other="# rows so far" />
        </chakra.span>
        <Button size="sm" variant="outline" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Box>
    );
  return (
    <Button size="sm" variant="outline" minW="11" disabled={!online} onClick={() => void save()}>
      <Download aria-hidden="true" />
      <chakra.span srOnly={{ base: true, sm: false }}>
        <Trans>Export CSV</Trans>
      </chakra.span>
    </Button>
  );
}

async function loadAll(
  filter: AuditFilter,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let below: number | undefined; ;) {
    const page = await requestAudit(filter, { below, size: pageSizeMax, signal });
    entries.push(...page.entries);
    if (signal.aborted || page.next === null) return entries;
    below = page.next;
    onProgress(entries.length);
  }
}
