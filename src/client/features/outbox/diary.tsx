import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { currentDatabase } from '../../local/current.ts';
import type { LogLine } from '../../local/stored.ts';
import { useDates } from '../../text/dates.ts';
import { readDiary } from './queries.ts';

/** The last exchanges with the server, folded away: numbers and codes, never content. */
export function Diary() {
  const db = currentDatabase();
  const lines = useLiveQuery(() => readDiary(db), [db]) ?? [];
  if (lines.length === 0) return null;
  return (
    <chakra.details mt="6" textStyle="sm">
      <chakra.summary
        cursor="pointer"
        color="fg.muted"
        minH={{ base: '11', md: '8' }}
        borderRadius="xs"
        focusVisibleRing="outside"
      >
        <Trans>Last exchanges with the server</Trans>
      </chakra.summary>
      <chakra.ol mt="2" borderWidth="1px" borderRadius="lg" bg="bg.panel" overflow="hidden">
        {lines.map((line) => (
          <Line key={line.n} line={line} />
        ))}
      </chakra.ol>
    </chakra.details>
  );
}

function Line({ line: { at, what, sent = 0, received = 0, code, ms } }: { line: LogLine }) {
  const dates = useDates();
  return (
    <chakra.li
      className="numbers"
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      px="4"
      py="2"
      textStyle="xs"
      color="fg.muted"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0' }}
    >
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
    </chakra.li>
  );
}
