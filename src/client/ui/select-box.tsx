import { Box } from '@chakra-ui/react/box';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { SelectBox as Bare } from './theme/control.ts';

/** A native select with the arrow of the house; give it an `aria-label` where no `SelectField` names it. */
export function SelectBox({ width = 'full', ...rest }: ComponentProps<typeof Bare>) {
  return (
    <Box position="relative" width={width} minW="0">
      <Bare {...rest} />
      <Box
        position="absolute"
        insetEnd="3"
        top="50%"
        translate="0 -50%"
        color="fg.subtle"
        pointerEvents="none"
        aria-hidden="true"
      >
        <ChevronDown size={16} />
      </Box>
    </Box>
  );
}
