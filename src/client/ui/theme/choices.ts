import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

/** The looks of Chakra's list box in a panel; a choice is 44 px high on touch screens. */
export const choicesRecipe = defineSlotRecipe({
  className: 'choices',
  slots: ['root', 'label', 'content', 'item', 'itemText', 'itemIndicator'],
  base: {
    root: { minW: { base: 'min(18rem, 100vw - 18px)', md: '20rem' } },
    label: { srOnly: true },
    // A long choice does not widen the panel.
    content: { contain: 'inline-size', p: '1.5', outline: 'none' },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      minH: { base: '11', md: '8' },
      px: '2.5',
      py: '1',
      borderRadius: 'sm',
      textStyle: 'sm',
      cursor: 'pointer',
      '&[data-highlighted]': { bg: 'bg.hover', boxShadow: 'inset 0 0 0 1px var(--c-colors-border-button)' },
      '&[data-selected]': { bg: 'bg.selected', color: 'brand.fg', fontWeight: 'medium' },
    },
    itemText: { flex: '1', minW: '0', truncate: true },
    itemIndicator: { flexShrink: 0 },
  },
});
