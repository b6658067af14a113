import { Trans } from '@lingui/react/macro';
import type { LogLine } from '../../local/stored.ts';
import { useDates } from '../../text/dates.ts';
import { FoldedItem, FoldedList } from './folded-list.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

/** A collapsed list of the latest requests to the server, with numbers and codes only. */
export function SyncLogPanel({ lines }: { lines: readonly LogLine[] }) {
  if (lines.length === 0) return null;
  return (
    <FoldedList title={<Trans>Last exchanges with the server</Trans>}>
      {lines.map((line) => (
        <Exchange key={line.n} line={line} />
      ))}
    </FoldedList>
  );
}

function Exchange({ line: { at, what, sent = 0, received = 0, code, ms } }: { line: LogLine }) {
  const dates = useDates();
  return (
    <FoldedItem className="numbers" flexWrap="wrap" columnGap="4" textStyle="xs" color="fg.muted">
      <chakra.span color="fg">{dates.full(at)}</chakra.span>
      <bdi>{what}</bdi>
      <span>
        <Trans>
          {sent} sent, {received} received
        </Trans>
      </span>
      {ms === undefined ? null : (
        <span>
          <Trans>{ms} ms</Trans>
        </span>
      )}
      {code ? <bdi>{code}</bdi> : null}
    </FoldedItem>
  );
}
