import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

const cell = { base: 'sizes.11', md: 'sizes.9' };

const button = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minH: 'var(--cell)',
  borderRadius: 'md',
  cursor: 'pointer',
  focusVisibleRing: 'inside',
  _hover: { bg: 'bg.hover' },
} as const;

/** The looks of Chakra's date picker, for days, months and years; a day is 44 px wide and high on touch screens. */
export const calendarRecipe = defineSlotRecipe({
  className: 'calendar',
  slots: [
    'root',
    'content',
    'view',
    'viewControl',
    'viewTrigger',
    'prevTrigger',
    'nextTrigger',
    'table',
    'tableHeader',
    'tableCell',
    'tableCellTrigger',
  ],
  base: {
    root: { colorPalette: 'brand', '--cell': cell },
    content: { outline: 'none' },
    viewControl: { display: 'flex', alignItems: 'center', gap: '1' },
    viewTrigger: { ...button, minW: '0', flex: '1', textStyle: 'sm', fontWeight: 'semibold' },
    prevTrigger: { ...button, minW: 'var(--cell)', color: 'fg.muted' },
    nextTrigger: { ...button, minW: 'var(--cell)', color: 'fg.muted' },
    table: { tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: '0', w: 'full', outline: 'none' },
    tableHeader: { h: '8', textStyle: 'xs', fontWeight: 'medium', color: 'fg.subtle', textAlign: 'center' },
    tableCell: { p: '0', textAlign: 'center' },
    tableCellTrigger: {
      ...button,
      w: 'full',
      textStyle: 'sm',
      fontVariantNumeric: 'tabular-nums',
      '&[data-outside-range]': { color: 'fg.subtle' },
      '&[data-today]': { fontWeight: 'bold', color: 'brand.fg' },
      '&:is([data-in-range], [data-in-hover-range])': { bg: 'brand.subtle', borderRadius: '0' },
      '&:is([data-selected], [data-range-start], [data-range-end])': {
        bg: 'brand.solid',
        color: 'brand.contrast',
        borderRadius: 'md',
      },
    },
  },
});
