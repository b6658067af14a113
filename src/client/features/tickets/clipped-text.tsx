import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ticketPreviewLength } from '../../../contract/limits.ts';

const Text = chakra('span', { base: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' } });

/** What somebody wrote; over 100 characters its beginning, with "Show more" (S2O-01). Always text, never HTML. */
export function ClippedText({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const letters = [...children];
  if (letters.length <= ticketPreviewLength) return <Text dir="auto">{children}</Text>;
  return (
    <>
      <Text dir="auto">{isWhole ? children : beginning(children)}</Text>{' '}
      <Button
        variant="plain"
        size="xs"
        h={{ base: '11', md: '6' }}
        minW="0"
        color="brand.fg"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? <Trans>Show less</Trans> : <Trans>Show more</Trans>}
      </Button>
    </>
  );
}

/** The first 100 characters, on one line. */
export const beginning = (text: string): string => {
  const letters = [...text.replace(/\s+/g, ' ')];
  return letters.length <= ticketPreviewLength
    ? letters.join('')
    : `${letters.slice(0, ticketPreviewLength).join('').trimEnd()}…`;
};
