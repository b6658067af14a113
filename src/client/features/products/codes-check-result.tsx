import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LineFault } from '../../../contract/stock-rules.ts';
import { useFormatCount } from '../../text/money.ts';
import { Notice } from '../../ui/notice.tsx';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';
import type { CodesCheck } from './use-codes-import.ts';

/** Numbers of lines that are named; more are counted. */
const namedMax = 20;

/** What an import would do: how many codes are new, and the numbers of the lines that are skipped or wrong. */
export function CodesCheckResult({ check }: { check: CodesCheck }) {
  const { wrong, doubled, known, new: fresh } = check;
  return (
    <Box role="status">
      {wrong.length > 0 ? (
        <Notice
          tone="error"
          title={
            <Plural
              value={wrong.length}
              one="# line is wrong: nothing is added."
              other="# lines are wrong: nothing is added."
            />
          }
        >
          <WrongLines wrong={wrong} />
        </Notice>
      ) : (
        <Notice
          tone={fresh > 0 ? 'success' : 'warning'}
          title={<Plural value={fresh} one="# new code" other="# new codes" />}
        >
          <Skipped lines={doubled}>
            <Plural
              value={doubled.length}
              one="# line repeats an earlier one and is skipped:"
              other="# lines repeat earlier ones and are skipped:"
            />
          </Skipped>
          <Skipped lines={known}>
            <Plural
              value={known.length}
              one="# code is in the shop already and is skipped:"
              other="# codes are in the shop already and are skipped:"
            />
          </Skipped>
        </Notice>
      )}
    </Box>
  );
}

function Skipped({ lines, children }: { lines: readonly number[]; children: ReactNode }) {
  if (lines.length === 0) return null;
  return (
    <p>
      {children} <LineNumbers lines={lines} />
    </p>
  );
}

/** "line 3"; "lines 3, 7, 12 …" */
function LineNumbers({ lines }: { lines: readonly number[] }) {
  const formatCount = useFormatCount();
  const named = lines.slice(0, namedMax).map(formatCount).join(', ');
  const numbers = lines.length > namedMax ? `${named} …` : named;
  return (
    <MutedSpan className="numbers">
      <Plural value={lines.length} one={`line ${numbers}`} other={`lines ${numbers}`} />
    </MutedSpan>
  );
}

function WrongLines({ wrong }: Pick<CodesCheck, 'wrong'>) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const faults: Record<LineFault, string> = {
    empty: t`no code`,
    too_long: t`too long`,
    invalid_date: t`the day is not a date such as 2027-01-31`,
    past_date: t`the day is over`,
    unprintable: t`characters that cannot be shown`,
    columns: t`another number of columns than the first line`,
  };
  return (
    <chakra.ul listStyleType="none">
      {wrong.slice(0, namedMax).map(({ line, why }) => (
        <li key={line}>
          <Trans>
            Line {formatCount(line)}: {faults[why]}
          </Trans>
        </li>
      ))}
      {wrong.length > namedMax ? <li>…</li> : null}
    </chakra.ul>
  );
}
