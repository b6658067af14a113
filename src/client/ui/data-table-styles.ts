import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** The look of `DataTable`: a bordered table from 640 px on, a list of cards on narrower screens. */
export const tableStyles: SystemStyleObject = {
  w: 'full',
  display: { base: 'block', sm: 'table' },
  textStyle: 'sm',
  borderCollapse: 'separate',
  borderSpacing: '0',
  bg: { sm: 'bg.panel' },
  borderWidth: { sm: '1px' },
  borderRadius: { sm: 'xl' },
  '& tbody': { display: { base: 'flex', sm: 'table-row-group' }, flexDirection: 'column', gap: '3' },
};

/** Wide: hairlines between rows. Narrow: a card with a title line, facts under it, and actions in the corner. */
export const rowStyles: SystemStyleObject = {
  position: 'relative',
  display: { base: 'grid', sm: 'table-row' },
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'center',
  rowGap: '1.5',
  p: { base: '4', sm: '0' },
  bg: { base: 'bg.panel', sm: 'transparent' },
  borderWidth: { base: '1px', sm: '0' },
  borderRadius: { base: 'xl', sm: '0' },
  transitionProperty: 'background-color',
  transitionDuration: 'fast',
  '& td :is(a, button:not([data-opener]), select, label)': { smDown: { position: 'relative', zIndex: 1 } },
  // Without actions there is no third column, and no gap beside the second.
  '&:not(:has(> td[data-priority=actions]))': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  '&[data-open]': { cursor: 'pointer', _hover: { bg: 'bg.subtle' } },
  '&[aria-selected=true]': { bg: 'brand.subtle' },
  '& > td': {
    sm: { px: '3', py: '2.5', borderTopWidth: '1px', borderColor: 'border.muted', verticalAlign: 'middle' },
    smDown: {
      gridColumn: '1 / -1',
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      gap: '4',
      minW: '0',
      textAlign: 'end',
      _before: { content: 'attr(data-name)', color: 'fg.muted', textAlign: 'start', flexShrink: 0 },
      '&:empty': { display: 'none' },
    },
  },
  '& > td[data-priority=extra]': { sm: { display: 'none' }, lg: { display: 'table-cell' } },
  '& > td[data-priority=lead]': {
    fontWeight: 'medium',
    smDown: { ...withoutName('start'), gridColumn: '1', gridRow: '1', textStyle: 'md', fontWeight: 'semibold' },
  },
  '& > td[data-priority=side]': { smDown: { ...withoutName('end'), gridColumn: '2', gridRow: '1', ms: '3' } },
  '& > td[data-priority=plain]': { smDown: withoutName('start') },
  '& > td[data-priority=actions]': {
    textAlign: 'end',
    whiteSpace: 'nowrap',
    smDown: { ...withoutName('end'), gridColumn: '3', gridRow: '1', my: '-2', ms: '1', me: '-2' },
  },
};

function withoutName(textAlign: 'start' | 'end'): SystemStyleObject {
  return { display: 'block', textAlign, _before: { content: 'none' } };
}
