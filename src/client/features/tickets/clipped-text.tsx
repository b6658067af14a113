import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ticketPreviewLength } from '../../../contract/limits.ts';
import { FreeText, oneLine } from '../../ui/free-text.tsx';
import { chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

const Line = chakra('span', {
  base: { display: 'flex', alignItems: 'flex-end', gap: '2', textStyle: 'row', color: 'fg.muted' },
});

/** As wide as the button beside it leaves. */
const oneLineBesideButton = { ...oneLine, w: 'auto', minW: '0' } as const;

/** A touch target of 44 px around the button. */
const touchTarget = { content: '""', position: 'absolute', insetX: '0', insetY: '-13px', display: { md: 'none' } };

/** A user's text; of a text over 100 characters only the beginning, with "Show more" (S2O-01). Never rendered as HTML. */
export function ClippedText({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const characters = [...children];
  const isLong = characters.length > ticketPreviewLength;
  return (
    <Line>
      <FreeText
        flex="1"
        minW="0"
        whiteSpace="pre-line"
        {...(isWhole ? {} : { lineClamp: { sm: 2 }, smDown: oneLineBesideButton })}
      >
        {isLong && !isWhole ? beginningOf(children) : children}
      </FreeText>
      {isLong ? (
        <Button
          variant="plain"
          size="xs"
          h="4.5"
          minW="0"
          flexShrink="0"
          px="1"
          mx="-1"
          color="brand.fg"
          _after={touchTarget}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? <Trans>Show less</Trans> : <Trans>Show more</Trans>}
        </Button>
      ) : null}
    </Line>
  );
}

/** Returns the first 100 characters, on one line. */
export const beginningOf = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length <= ticketPreviewLength
    ? characters.join('')
    : `${characters.slice(0, ticketPreviewLength).join('').trimEnd()}…`;
};
