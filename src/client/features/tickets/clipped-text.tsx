import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ticketPreviewLength } from '../../../contract/limits.ts';

const Text = chakra('span', { base: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' } });

/** A user's text; of a text over 100 characters only the beginning, with "Show more" (S2O-01). Never rendered as HTML. */
export function ClippedText({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const characters = [...children];
  if (characters.length <= ticketPreviewLength) return <Text dir="auto">{children}</Text>;
  return (
    <>
      <Text dir="auto">{isWhole ? children : beginningOf(children)}</Text>{' '}
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

/** Returns the first 100 characters, on one line. */
export const beginningOf = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= ticketPreviewLength
    ? characters.join('')
    : `${characters.slice(0, ticketPreviewLength).join('').trimEnd()}…`;
};
