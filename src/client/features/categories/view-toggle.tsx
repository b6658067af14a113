import { Box } from '@chakra-ui/react/box';
import { useLingui } from '@lingui/react/macro';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { View } from './use-view.ts';

interface Props {
  view: View;
  onChange: (view: View) => void;
}

/** As high as the controls beside it, inside a border and its space. */
const side = { base: 'calc(2.75rem - 6px)', md: 'calc(2.5rem - 6px)' };

/** Grid or list; on phones only the way to the other one. */
export function ViewToggle({ view, onChange }: Props) {
  const { t } = useLingui();
  const look = (one: View) => ({
    'aria-pressed': view === one,
    variant: view === one ? ('subtle' as const) : ('ghost' as const),
    onClick: () => onChange(one),
    borderRadius: 'sm',
    display: { base: view === one ? 'none' : 'inline-flex', md: 'inline-flex' },
    h: side,
    minW: side,
    w: side,
    position: 'relative' as const,
    // A finger's 44 px: the border and its space answer too.
    _after: { content: '""', position: 'absolute', inset: '-4px', display: { md: 'none' } } as const,
  });
  return (
    <Box
      role="group"
      aria-label={t`Layout`}
      display="flex"
      gap="0.5"
      p="0.5"
      borderWidth="1px"
      borderColor="border.control"
      borderRadius="md"
      bg="bg.panel"
    >
      <IconButton label={t`Grid`} {...look('grid')}>
        <LayoutGrid size={18} />
      </IconButton>
      <IconButton label={t`List`} {...look('list')}>
        <Rows3 size={18} />
      </IconButton>
    </Box>
  );
}
