import type { BoxProps } from '@chakra-ui/react/box';
import { recipes } from './theme/recipes.ts';
import { chakra, Stack } from './theme/styled.tsx';

/** A grey placeholder block. */
export const SkeletonBlock = chakra('div', recipes.skeleton, {
  defaultProps: { 'aria-hidden': true, 'data-skeleton': '' },
});

const widths = ['92%', '78%', '85%', '64%', '72%'];

/** Placeholders of lines of text. */
export function SkeletonLines({ lines = 3, ...rest }: BoxProps & { lines?: number }) {
  return (
    <Stack gap="2.5" aria-hidden="true" {...rest}>
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonBlock key={index} h="3.5" w={widths[index % widths.length]} />
      ))}
    </Stack>
  );
}
