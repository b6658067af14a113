import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { chakra, MutedSpan } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  ref: RefObject<HTMLButtonElement | null>;
  /** The name of the filter: "Status". */
  label: string;
  /** The chosen values; null while none is chosen. */
  chosen: ReactNode | null;
  isOpen: boolean;
  onPress: () => void;
}

/** The button that opens a filter: its name alone, or its name with the chosen values in colour. */
export function FilterButton({ ref, label, chosen, isOpen, onPress }: Props) {
  return (
    <Button
      ref={ref}
      variant="outline"
      size="sm"
      fontWeight="normal"
      justifyContent="space-between"
      {...(chosen !== null && { borderColor: 'brand.solid', bg: 'brand.subtle' })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onPress}
    >
      {chosen === null ? (
        <span>{label}</span>
      ) : (
        <Chosen>
          <MutedSpan>
            <Trans>{label}:</Trans>
          </MutedSpan>{' '}
          <chakra.span fontWeight="medium" truncate>
            {chosen}
          </chakra.span>
        </Chosen>
      )}
      <ChevronDown size="1rem" aria-hidden="true" />
    </Button>
  );
}

const Chosen = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '1', minW: '0', maxW: '56' },
});
