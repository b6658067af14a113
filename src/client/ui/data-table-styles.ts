import type { SystemStyleObject } from '@chakra-ui/react/styled-system';

/** The look of `DataTable`: a bordered table from 720 px on, a list of cards on narrower screens. */
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
  '& tbody': { display: { base: 'flex', sm: 'table-row-group' }, flexDirection: 'column', gap: '1.5' },
  '&[data-density=compact] tbody > tr > td': { sm: { h: '9', py: '0' } },
  // Many columns stand closer together on a laptop, so that their texts have the width.
  '&[data-many] > * > tr > *': {
    lgTo2xl: { px: '2', '&:first-of-type': { ps: '3' }, '&:last-of-type': { pe: '3' } },
  },
};

/** The upper edge of a sticky head: under the header of the app, and under the toolbar of a list where that is sticky. */
const headTop = { sm: '3.25rem', md: 'calc(3.25rem + var(--toolbar-height, 0px))' };

/**
 * 34 px high, and in view while the rows of the table scroll. The ground and the borders are drawn behind the text, in
 * front of the table's own border, so that no row is seen beside the rounded corners.
 */
export const headCellStyles: SystemStyleObject = {
  h: '8.5',
  px: { base: '2', lg: '3' },
  position: { sm: 'sticky' },
  top: headTop,
  zIndex: '1',
  textStyle: 'label',
  color: 'fg.subtle',
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  _before: { sm: { content: '""', position: 'absolute', inset: '-1px 0 0', zIndex: '-2', bg: 'bg.canvas' } },
  _after: {
    sm: {
      content: '""',
      position: 'absolute',
      inset: '-1px 0 0',
      zIndex: '-1',
      bg: 'bg.sunken',
      borderTopWidth: '1px',
      borderBottomWidth: '1px',
      borderBottomColor: 'border.muted',
    },
  },
  '&:first-of-type': {
    _before: { sm: { insetStart: '-1px' } },
    _after: { sm: { insetStart: '-1px', borderStartWidth: '1px', borderStartStartRadius: 'xl' } },
  },
  '&:last-of-type': {
    _before: { sm: { insetEnd: '-1px' } },
    _after: { sm: { insetEnd: '-1px', borderEndWidth: '1px', borderStartEndRadius: 'xl' } },
  },
  '&[data-priority=extra]': { sm: { display: 'none' }, lg: { display: 'table-cell' } },
  '&[data-priority=none]': { display: { base: 'none', lg: 'table-cell' } },
  '&[data-priority=wide]': { display: { base: 'none', '2xl': 'table-cell' } },
};

/** Facts on a card stand in one line: the column's name unless `hideLabelOnCard` hides it, then the value. */
const facts = ':is([data-priority=fact], [data-priority=extra]):not(:empty)';
const factStyles: SystemStyleObject = {
  order: 4,
  textStyle: 'meta',
  color: 'fg.muted',
  display: 'flex',
  alignItems: 'center',
  '&:not([data-unnamed])::before': { content: 'attr(data-name)', me: '1', color: 'fg.subtle' },
  // Takes the width that the other facts leave, at most that of its text.
  '&[data-shrinks]': { flex: '1 1 4rem', maxW: 'max-content' },
};
/** A dot after each fact but the last, so that no line begins with one. */
const earlierFactStyles: SystemStyleObject = { _after: { content: '"·"', mx: '1' } };

/** On cards with a `second` cell, the title has its line to itself, and its preview shares the next one with that cell. */
const withSecond = '&:has(> td[data-priority=second])';
const secondLineStyles: SystemStyleObject = {
  // The badge reaches into the space around its line, but not into the text of the next one.
  '& > td[data-priority=second]': { smDown: { order: 3, ms: 'auto', my: '-0.5', ps: '3' } },
  [withSecond]: {
    py: { base: '1.5', sm: '0' },
    [`& > td${facts}, & > td[data-priority=end]`]: { smDown: { pt: '0.5' } },
    // Begins the line of facts.
    _before: { smDown: { content: '""', flex: '0 0 100%', order: 4 } },
    // In the middle of the title's line, which is less high than the touch target.
    '& > td:first-of-type[data-priority=actions]': { smDown: { top: '-1' } },
    '& > td[data-priority=lead]': {
      smDown: { display: 'contents' },
      '& > [data-opener]': { smDown: { order: 1, flex: '1 1 1rem', minW: '0', minH: '6' } },
      // The preview's own styles, which are in a later layer, make it as wide as its cell.
      '& > :not([data-opener])': { smDown: { order: 3, flex: '1 1 6rem', minW: '0 !important' } },
    },
  },
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
  py: { base: '2', sm: '0' },
  bg: { base: 'bg.panel', sm: 'transparent' },
  borderWidth: { base: '1px', sm: '0' },
  borderRadius: { base: 'xl', sm: '0' },
  transitionProperty: 'background-color',
  transitionDuration: 'fastest',
  // Ends the title's line of a card.
  _after: { smDown: { content: '""', flex: '0 0 100%', order: 2 } },
  // The picture at the start of a card is hidden beside large text.
  '&:has([data-row-picture])': { smDown: { ps: '16' }, '@media (max-width: 22em)': { ps: '3.5' } },
  // The checkbox of a card has a column of its own, so that all lines begin at the picture or the title.
  '&:has(> td:first-of-type[data-priority=actions])': { smDown: { ps: 'calc(1.125rem + 18px)' } },
  // The picture before a title reaches into the next line, whose text begins where the title does.
  '&:has([data-lead-picture]) > td[data-priority=plain]': { smDown: { ps: '2.875rem' } },
  '& td :is(a, button:not([data-opener]), select, label)': { smDown: { position: 'relative', zIndex: 1 } },
  // As high as most cards.
  '&[aria-hidden]': { minH: { base: '4.75rem', sm: '0' } },
  '&[aria-hidden]:has([data-blank=cardPicture])': { minH: { base: '6.125rem', sm: '0' } },
  '&[aria-hidden]:has([data-blank=line])': { minH: { base: '6.5rem', sm: '0' } },
  '&[data-open]': { cursor: 'pointer', _hover: { bg: { sm: 'bg.hover' } } },
  '&[data-left]': { animation: 'fadeSelected 1200ms ease-out' },
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
  // The head has the line between itself and the first row.
  '&:first-of-type > td': { sm: { borderTopColor: 'transparent' } },
  // The focus by keyboard does not stop under the head.
  '& :is(a, button, input, select)': { sm: { scrollMarginTop: 'calc(var(--toolbar-height, 0px) + 1rem)' } },
  '& > td': {
    sm: {
      h: '11',
      px: { base: '2', lg: '3' },
      py: '2px',
      borderTopWidth: '1px',
      borderColor: 'border.muted',
      verticalAlign: 'middle',
    },
    smDown: { minW: '0', '&:empty': { display: 'none' } },
  },
  // Digits run from left to right in Arabic, too: at the start of its cells the decimals stand below each other.
  '& > td[data-align=end]': { textAlign: 'end', sm: { _rtl: { textAlign: 'start' } } },
  '& > td[data-align=center]': { textAlign: 'center' },
  '& > td[data-priority=extra]': { sm: { display: 'none' }, lg: { display: 'table-cell' } },
  '& > td[data-priority=none]': { display: { base: 'none', lg: 'table-cell' } },
  '& > td[data-priority=wide]': { display: { base: 'none', '2xl': 'table-cell' } },
  [`& > td${facts}`]: { smDown: factStyles },
  [`& > td${facts}:has(~ td${facts}):not([data-blank])`]: { smDown: earlierFactStyles },
  '& > td[data-priority=fact][data-blank]:has(~ td)': { smDown: { me: '2' } },
  // The placeholder of a card is a title, a line of facts and an amount; a full line where the column says so.
  '&[aria-hidden] > td:is([data-priority=plain]:not([data-blank=line]), [data-priority=extra], [data-priority=actions]:not(:first-of-type))':
    { smDown: { display: 'none' } },
  '& > td[data-priority=lead]': {
    fontWeight: 'medium',
    // Wide enough that the end of the line does not fit beside the title, also where no other cell does.
    smDown: { order: 1, flex: '1 1 1rem', fontSize: 'md', lineHeight: '1.375rem' },
    // With large text, the end of the title's line follows on a line of its own.
    '@media (max-width: 22em)': { flex: '1 0 calc(100% - 72px)' },
  },
  '& > td[data-priority=side]': { smDown: { order: 1, ms: '3' } },
  ...secondLineStyles,
  '& > td[data-priority=plain]': { smDown: { order: 3, flex: '0 0 100%' } },
  '& > td[data-priority=end]': { smDown: { order: 5, ms: 'auto', ps: '1.5', textStyle: 'meta', color: 'fg.muted' } },
  '& > td[data-priority=amount]': { smDown: { order: 5, ms: 'auto', ps: '2', textStyle: 'section' } },
  '& > td[data-priority=actions]': {
    textAlign: 'end',
    whiteSpace: 'nowrap',
    smDown: {
      order: 1,
      my: '-2',
      ms: '1',
      me: '-2.5',
      '&:first-of-type': { position: 'absolute', insetStart: '0', top: '1.5', m: '0', '& > label': { ps: '3' } },
    },
  },
};

/** The name of a group of cards; tables have none. */
export const groupStyles: SystemStyleObject = {
  display: { base: 'block', sm: 'none' },
  '& > td': { display: 'block', px: '1', pt: '2', textStyle: 'label', color: 'fg.muted' },
  _first: { '& > td': { pt: '0' } },
};
