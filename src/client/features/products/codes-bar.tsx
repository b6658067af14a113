import { Trans } from '@lingui/react/macro';
import type { CodeState } from '../../../contract/stock-rules.ts';
import { useFormatCount } from '../../text/money.ts';
import { Box, chakra, Wrap } from '../../ui/theme/styled.tsx';

/** What became of the codes of a batch, as a bar and in words; parts without codes are left out. */
export function CodesBar({ counts }: { counts: Partial<Record<CodeState, number>> }) {
  const formatCount = useFormatCount();
  const sumOf = (...states: readonly CodeState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const parts = [
    { name: 'free', count: sumOf('free'), color: 'green.solid', words: <Trans>free</Trans> },
    { name: 'sold', count: sumOf('sold', 'held', 'shown'), color: 'blue.solid', words: <Trans>sold</Trans> },
    { name: 'faulty', count: sumOf('faulty'), color: 'red.solid', words: <Trans>faulty</Trans> },
    {
      name: 'gone',
      count: sumOf('withdrawn', 'expired'),
      color: 'gray.solid',
      words: <Trans>withdrawn or expired</Trans>,
    },
  ].filter(({ count }) => count > 0);
  return (
    <Box mt="2">
      <Box display="flex" h="1.5" borderRadius="full" overflow="hidden" aria-hidden="true">
        {parts.map(({ name, count, color }) => (
          <Box key={name} bg={color} style={{ flexGrow: count }} />
        ))}
      </Box>
      <Wrap columnGap="3" rowGap="0.5" mt="1" textStyle="xs">
        {parts.map(({ name, count, color, words }) => (
          <chakra.span key={name} display="inline-flex" alignItems="center" gap="1.5" color="fg.muted">
            <Box as="span" boxSize="2" borderRadius="full" bg={color} aria-hidden="true" />
            <bdi className="numbers">{formatCount(count)}</bdi> {words}
          </chakra.span>
        ))}
      </Wrap>
    </Box>
  );
}
