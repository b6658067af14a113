import { defineRecipe } from '@chakra-ui/react/styled-system';
import { chakra } from './styled.tsx';

/** At least 44 px high on phones, for touch; less high on wide screens. */
const button = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    position: 'relative',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    cursor: 'pointer',
    fontWeight: 'medium',
    lineHeight: '1.2',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    transitionProperty: 'background-color, border-color, color',
    transitionDuration: 'fast',
    focusVisibleRing: 'outside',
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
    _icon: { flexShrink: 0, width: '4.5', height: '4.5' },
    // Large text on a phone: several lines in a button.
    '@media (max-width: 22em)': { h: 'auto', minH: '44px', maxW: 'full', py: '2', whiteSpace: 'normal' },
  },
  variants: {
    size: {
      xs: {
        h: { base: '11', md: '8' },
        minW: { base: '44px', md: '8' },
        px: '2.5',
        gap: '1.5',
        textStyle: 'xs',
        _icon: { width: '4', height: '4' },
      },
      sm: {
        h: { base: '11', md: '9' },
        minW: { base: '44px', md: '9' },
        px: '3',
        gap: '2',
        textStyle: 'sm',
        _icon: { width: '4', height: '4' },
      },
      md: { h: { base: '11', md: '10' }, minW: { base: '44px', md: '10' }, px: '4', gap: '2', textStyle: 'sm' },
      lg: { h: '12', minW: '12', px: '5', gap: '2', textStyle: 'md', _icon: { width: '5', height: '5' } },
    },
    variant: {
      solid: {
        colorPalette: 'brand',
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.hover' },
      },
      subtle: {
        bg: 'colorPalette.subtle',
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.muted' },
        _expanded: { bg: 'colorPalette.muted' },
      },
      outline: {
        bg: 'bg.panel',
        borderColor: 'border.button',
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.subtle', borderColor: 'border.control' },
        _expanded: { bg: 'colorPalette.subtle' },
      },
      ghost: { color: 'colorPalette.fg', _hover: { bg: 'bg.hover' }, _expanded: { bg: 'bg.hover' } },
      plain: { color: 'colorPalette.fg', px: '0', _hover: { textDecoration: 'underline' } },
    },
  },
  defaultVariants: { size: 'md', variant: 'solid' },
});

const control = {
  width: 'full',
  minWidth: '0',
  textAlign: 'start',
  appearance: 'none',
  bg: 'bg.panel',
  color: 'fg',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  px: '3',
  fontSize: { base: 'md', md: 'sm' },
  transitionProperty: 'border-color',
  transitionDuration: 'fast',
  _hover: { borderColor: 'fg.subtle' },
  _focusVisible: {
    borderColor: 'brand.focusRing',
    outline: '2px solid',
    outlineColor: 'brand.focusRing',
    outlineOffset: '-1px',
  },
  _disabled: { opacity: 0.6, cursor: 'not-allowed', bg: 'bg.muted' },
  // The error stays visible on the focused field.
  '&[aria-invalid=true]': {
    borderColor: 'border.error',
    _focusVisible: { borderColor: 'border.error', outlineColor: 'border.error' },
  },
} as const;

const heights = {
  xs: {
    h: { base: '11', md: '8' },
    borderColor: 'border.button',
    fontSize: { base: 'md', md: 'xs' },
    ps: '2',
    pe: '7',
  },
  sm: { h: { base: '11', md: '9' } },
  md: { h: { base: '11', md: '10' } },
} as const;

const input = defineRecipe({
  className: 'input',
  base: control,
  variants: { size: heights },
  defaultVariants: { size: 'md' },
});

const textarea = defineRecipe({
  className: 'textarea',
  base: { ...control, py: '2.5', minH: '24', lineHeight: 'moderate', scrollPaddingBottom: '2' },
});

/** A native select; the arrow is a picture in `select-box.tsx`. */
const select = defineRecipe({
  className: 'select',
  base: {
    ...control,
    pe: '2.25rem',
    cursor: 'pointer',
    textOverflow: 'ellipsis',
    '& > option': { bg: 'bg.panel', color: 'fg' },
  },
  variants: { size: heights },
  defaultVariants: { size: 'md' },
});

const link = defineRecipe({
  className: 'link',
  base: {
    color: 'brand.fg',
    borderRadius: 'xs',
    fontWeight: 'medium',
    textUnderlineOffset: '3px',
    focusVisibleRing: 'outside',
    textDecoration: 'underline',
    textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
    _hover: { textDecorationColor: 'currentColor' },
  },
});

const heading = defineRecipe({
  className: 'heading',
  base: { fontWeight: 'semibold', letterSpacing: 'tight', lineHeight: 'tight', color: 'fg', textWrap: 'balance' },
  variants: {
    size: {
      sm: { fontSize: 'sm' },
      md: { fontSize: 'md' },
      lg: { fontSize: 'lg' },
      xl: { fontSize: 'xl', letterSpacing: 'tighter' },
      '2xl': { fontSize: '2xl', letterSpacing: 'tighter' },
    },
  },
  defaultVariants: { size: 'md' },
});

const spinner = defineRecipe({
  className: 'spinner',
  base: {
    display: 'inline-block',
    width: '1.25em',
    height: '1.25em',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'currentColor',
    borderBottomColor: 'transparent',
    borderInlineStartColor: 'transparent',
    animation: 'spin',
  },
});

const skeleton = defineRecipe({
  className: 'skeleton',
  base: { bg: 'bg.emphasized', borderRadius: 'sm', animation: 'pulse', flexShrink: 0, color: 'transparent' },
});

export const recipes = { button, input, textarea, select, link, heading, spinner, skeleton };

/** The controls with the theme's styles; screens use them through `fields.tsx`. */
export const InputBox = chakra('input', recipes.input);
export const TextAreaBox = chakra('textarea', recipes.textarea);
export const NativeSelectBox = chakra('select', recipes.select);
