import type { Ref } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface Props extends ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  /** The action, for screen readers and as the tooltip. */
  label: string;
}

/** A square button with an icon only. */
export function IconButton({ label, children, ...rest }: Props) {
  return (
    <Button variant="ghost" px="0" aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
