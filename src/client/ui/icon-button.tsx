import { Button } from '@chakra-ui/react/button';
import type { ButtonProps } from '@chakra-ui/react/button';
import type { Ref } from 'react';

interface Props extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** What it does, for people who cannot see the picture; also its tooltip. */
  label: string;
}

/** A square button with a picture only. */
export function IconButton({ label, children, ...rest }: Props) {
  return (
    <Button variant="ghost" px="0" aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
