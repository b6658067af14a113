import type { ReactNode } from 'react';
import { chakra, HStack } from '../../ui/theme/styled.tsx';

/** A text that an admin wrote; nothing without it. */
export function TextFact({ name, text }: { name: string; text: string | null | undefined }) {
  return text ? (
    <Fact name={name}>
      <chakra.bdi overflowWrap="anywhere">{text}</chakra.bdi>
    </Fact>
  ) : null;
}

/** A value of a product beside its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    // Rows with a touch target are as high as the others.
    <HStack justifyContent="space-between" gap="4" minW="0" minH={{ base: '11', md: '0' }}>
      <chakra.dt color="fg.muted" flexShrink={0}>
        {name}
      </chakra.dt>
      <chakra.dd minW="0" textAlign="end">
        {children}
      </chakra.dd>
    </HStack>
  );
}
