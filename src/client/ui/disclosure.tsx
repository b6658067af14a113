import type { BoxProps } from '@chakra-ui/react/box';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Box, chakra } from './theme/styled.tsx';

interface Props extends Omit<BoxProps, 'title'> {
  title: ReactNode;
  /** Rendered while it is open only, so that content that needs the server is requested when it is opened. */
  children: ReactNode;
}

/** A part of a panel that is closed at first, below a line; its title opens it. Style props apply to its content. */
export function Disclosure({ title, children, ...props }: Props) {
  const panel = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box borderTopWidth="1px" borderColor="border.muted">
      <Title type="button" px={props.px} aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
        {title}
        <ChevronDown size="1rem" aria-hidden="true" style={isOpen ? { rotate: '180deg' } : undefined} />
      </Title>
      <Box id={panel} hidden={!isOpen} {...props}>
        {isOpen ? children : null}
      </Box>
    </Box>
  );
}

const Title = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    w: 'full',
    minH: '11',
    fontWeight: 'medium',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { color: 'brand.fg' },
  },
});
