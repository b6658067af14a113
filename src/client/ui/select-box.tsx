import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { NativeSelectBox } from './theme/recipes.ts';
import { Box } from './theme/styled.tsx';

/** A native select with the theme's arrow; needs an `aria-label` where no `SelectField` names it. */
export function SelectBox({ width = 'full', ...rest }: ComponentProps<typeof NativeSelectBox>) {
  return (
    <Box position="relative" width={width} minW="0">
      <NativeSelectBox {...rest} />
      <Box
        position="absolute"
        insetEnd="3"
        top="50%"
        translate="0 -50%"
        color="fg.subtle"
        pointerEvents="none"
        aria-hidden="true"
      >
        <ChevronDown size="1rem" />
      </Box>
    </Box>
  );
}
