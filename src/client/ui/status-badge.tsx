import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import type { StatusLook, Tone } from '../text/statuses.ts';

const palettes: Record<Tone, string> = {
  neutral: 'gray',
  brand: 'brand',
  blue: 'blue',
  violet: 'violet',
  green: 'green',
  amber: 'amber',
  red: 'red',
};

/** Returns the palette of a tone, for `colorPalette`. */
export const paletteOf = (tone: Tone): string => palettes[tone];

/** A status as a coloured dot and a word: `<StatusBadge {...statuses.order(order.status)} />`. */
export function StatusBadge({ label, tone }: StatusLook) {
  return (
    <chakra.span
      colorPalette={paletteOf(tone)}
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      ps="2"
      pe="2.5"
      h="6"
      borderWidth="1px"
      borderColor="border"
      borderRadius="full"
      bg="bg.panel"
      color="fg"
      textStyle="xs"
      fontWeight="medium"
      whiteSpace="nowrap"
    >
      <Box as="span" boxSize="2" borderRadius="full" bg="colorPalette.dot" aria-hidden="true" />
      {label}
    </chakra.span>
  );
}
