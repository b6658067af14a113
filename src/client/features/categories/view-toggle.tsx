import { useLingui } from '@lingui/react/macro';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useState } from 'react';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { Box } from '../../ui/theme/styled.tsx';

interface Props {
  view: View;
  onChange: (view: View) => void;
}

/** With its border and padding, the group is as high as the controls beside it. */
const buttonSize = { base: 'calc(2.75rem - 6px)', md: 'calc(2.25rem - 6px)' };

/** The choice of grid or list; on phones only the button of the layout that is not shown. */
export function ViewToggle({ view, onChange }: Props) {
  const { t } = useLingui();
  const buttonProps = (option: View) => ({
    'aria-pressed': view === option,
    variant: view === option ? ('subtle' as const) : ('ghost' as const),
    onClick: () => onChange(option),
    borderRadius: 'sm',
    display: { base: view === option ? 'none' : 'inline-flex', md: 'inline-flex' },
    h: buttonSize,
    minW: buttonSize,
    w: buttonSize,
    position: 'relative' as const,
    // A touch target of 44 px, including the border and its padding.
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
      borderColor="border.button"
      borderRadius="md"
      bg="bg.panel"
    >
      <IconButton label={t`Grid`} {...buttonProps('grid')}>
        <LayoutGrid size={18} />
      </IconButton>
      <IconButton label={t`List`} {...buttonProps('list')}>
        <Rows3 size={18} />
      </IconButton>
    </Box>
  );
}

export type View = 'grid' | 'list';

/** Returns the layout of product lists on this device, stored as `cod_view` (S2I-07). */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (readPreference('cod_view') === 'list' ? 'list' : 'grid'));
  const remember = (next: View) => {
    writePreference('cod_view', next);
    setView(next);
  };
  return [view, remember];
}
