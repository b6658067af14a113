import type { ComponentProps } from 'react';
import { chakra } from './theme/styled.tsx';

/** Styles that align a text as the page is, whatever its own direction. */
export const alignedAsPage = {
  textAlign: '-webkit-match-parent',
  '@supports (text-align: match-parent)': { textAlign: 'match-parent' },
} as const;

const Line = chakra('span', { base: { display: 'block', overflowWrap: 'anywhere', ...alignedAsPage } });

/** A short text that a customer or an admin typed: in its own direction, aligned as the page is. */
export function FreeText(props: ComponentProps<typeof Line>) {
  return <Line dir="auto" {...(props.lineClamp === undefined ? {} : clamped)} {...props} />;
}

/** On Arabic pages the "…" of Latin text is beside its box, where the overflow of `lineClamp` would hide it. */
const clamped = { css: { '&&': { overflowX: 'visible', overflowY: 'clip' } } } as const;

/**
 * Styles that cut a `FreeText` to one line, with "…" at the end of its own direction, also beside `lineClamp`. The text
 * does not widen the column of a table, which needs a width.
 */
export const oneLine = {
  display: 'block',
  overflow: 'hidden !important',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  w: '0',
  minW: 'full',
} as const;

/** A name or an address inside a text, isolated so that its direction does not affect that text. */
export function IsolatedText({ children }: { children: string | number | null | undefined }) {
  return <bdi>{children}</bdi>;
}
