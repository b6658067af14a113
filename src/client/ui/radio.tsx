import { chakra } from './theme/styled.tsx';

/** A radio button inside its label, which shows the focus. */
export const Radio = chakra('input', {
  base: {
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    boxSize: '4.5',
    flexShrink: 0,
    cursor: 'inherit',
    outline: 'none',
    borderWidth: '1.5px',
    borderColor: 'border.control',
    borderRadius: 'full',
    bg: 'bg.panel',
    _before: { content: '""', boxSize: '2', borderRadius: 'full', bg: 'brand.contrast', opacity: 0 },
    '&:checked': { bg: 'brand.solid', borderColor: 'brand.solid' },
    '&:checked::before': { opacity: 1 },
    '@media (forced-colors: active)': { appearance: 'auto', _before: { content: 'none' } },
  },
});
