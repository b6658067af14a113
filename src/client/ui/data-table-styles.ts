import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** The look of `DataTable`: a bordered table from 640 px on, a list of cards on narrower screens. */
export const tableStyles: SystemStyleObject = {
  w: 'full',
  display: { base: 'block', sm: 'table' },
  textStyle: { base: 'sm', md: 'row' },
  borderCollapse: 'separate',
  borderSpacing: '0',
  bg: { sm: 'bg.panel' },
  borderWidth: { sm: '1px' },
  borderRadius: { sm: 'xl' },
  shadow: { sm: 'xs', _dark: 'none' },
  '& tbody': { display: { base: 'flex', sm: 'table-row-group' }, flexDirection: 'column', gap: '2' },
};

/** 34 px high; the corners follow those of the table, which does not clip its content. */
export const headCellStyles: SystemStyleObject = {
  h: '8.5',
  px: '3',
  bg: 'bg.sunken',
  textStyle: 'label',
  color: 'fg.subtle',
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '&:first-of-type': { borderStartStartRadius: 'xl' },
  '&:last-of-type': { borderStartEndRadius: 'xl' },
  '&[data-priority=extra]': { sm: { display: 'none' }, lg: { display: 'table-cell' } },
  '&[data-priority=none]': { display: { base: 'none', lg: 'table-cell' } },
};

/** Facts on a card stand in one line: the column's name unless `hideName` hides it, then the value. */
const facts = ':is([data-priority=fact], [data-priority=extra]):not(:empty)';
const factStyles: SystemStyleObject = {
  order: 4,
  textStyle: 'meta',
  color: 'fg.muted',
  display: 'flex',
  alignItems: 'center',
  '&:not([data-unnamed])::before': { content: 'attr(data-name)', me: '1', color: 'fg.subtle' },
};
/** A dot before each fact but the first. */
const laterFactStyles: SystemStyleObject = {
  _before: { content: '"·"', mx: '1.5' },
  '&:not([data-unnamed])::before': { content: '"·\\00a0\\00a0" attr(data-name)', ms: '1.5', me: '1' },
};

/**
 * Wide: rows of 44 px with hairlines between them. Narrow: a card with a title line, full lines, and one line of facts
 * that ends in an amount.
 */
export const rowStyles: SystemStyleObject = {
  position: 'relative',
  display: { base: 'flex', sm: 'table-row' },
  flexWrap: 'wrap',
  alignItems: 'center',
  px: { base: '3.5', sm: '0' },
  py: { base: '2.5', sm: '0' },
  bg: { base: 'bg.panel', sm: 'transparent' },
  borderWidth: { base: '1px', sm: '0' },
  borderRadius: { base: 'xl', sm: '0' },
  transitionProperty: 'background-color',
  transitionDuration: 'fastest',
  // Ends the title's line of a card.
  _after: { smDown: { content: '""', flex: '0 0 100%', order: 2 } },
  '& td :is(a, button:not([data-opener]), select, label)': { smDown: { position: 'relative', zIndex: 1 } },
  // As high as most cards.
  '&[aria-hidden]': { minH: { base: '4.75rem', sm: '0' } },
  '&[data-open]': { cursor: 'pointer', _hover: { bg: { sm: 'bg.hover' } } },
  '&[data-open]:active': { smDown: { bg: 'bg.muted' } },
  '&[aria-selected=true]': {
    bg: 'bg.selected',
    '&[data-open]:hover': { bg: { base: 'bg.selected', sm: 'bg.selected' } },
    // A badge in the colour of the selection would disappear.
    '--c-colors-brand-muted': 'colors.bg.panel',
    // The subtle text colour has too little contrast on this ground.
    '--c-colors-fg-subtle': 'colors.fg.muted',
    '& > td:first-of-type': {
      sm: { boxShadow: 'inset var(--bar, 2px) 0 0 var(--c-colors-brand-solid)', _rtl: { '--bar': '-2px' } },
    },
  },
  '&:last-of-type > td:first-of-type': { sm: { borderEndStartRadius: 'xl' } },
  '&:last-of-type > td:last-of-type': { sm: { borderEndEndRadius: 'xl' } },
  '& > td': {
    sm: { h: '11', px: '3', py: '2px', borderTopWidth: '1px', borderColor: 'border.muted', verticalAlign: 'middle' },
    smDown: { minW: '0', '&:empty': { display: 'none' } },
  },
  '& > td[data-priority=extra]': { sm: { display: 'none' }, lg: { display: 'table-cell' } },
  '& > td[data-priority=none]': { display: { base: 'none', lg: 'table-cell' } },
  [`& > td${facts}`]: { smDown: factStyles },
  [`& > td${facts} ~ td${facts}`]: { smDown: laterFactStyles },
  '& > td[data-priority=lead]': {
    fontWeight: 'medium',
    smDown: { order: 1, flex: '1 1 0', fontSize: 'md', lineHeight: '1.375rem' },
  },
  '& > td[data-priority=side]': { smDown: { order: 1, ms: '3' } },
  '& > td[data-priority=plain]': { smDown: { order: 3, flex: '0 0 100%' } },
  '& > td[data-priority=amount]': { smDown: { order: 5, ms: 'auto', ps: '3', textStyle: 'section' } },
  '& > td[data-priority=actions]': {
    textAlign: 'end',
    whiteSpace: 'nowrap',
    smDown: { order: 1, my: '-2', ms: '1', me: '-2.5', '&:first-of-type': { ms: '-2', me: '0' } },
  },
};
