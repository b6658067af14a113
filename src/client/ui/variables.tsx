import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { Box, chakra } from './theme/styled.tsx';

interface Props<Name extends string> {
  names: readonly Name[];
  /** What each variable stands for. */
  words: Readonly<Record<Name, string>>;
  /** Puts a variable (`{name}`) into the text; `chip` is the pressed button. */
  onInsert: (variable: string, chip: HTMLElement) => void;
  /** When the variables are replaced. */
  children: ReactNode;
}

/** The variables of a text as buttons, each of which puts itself into the text. */
export function VariableChips<Name extends string>({ names, words, onInsert, children }: Props<Name>) {
  const { t } = useLingui();
  return (
    <Box role="group" aria-label={t`Variables`} display="flex" flexDirection="column" gap="2">
      <chakra.p textStyle="xs" color="fg.muted">
        {children}
      </chakra.p>
      <Box display="flex" flexWrap="wrap" gap="1.5">
        {names.map((name) => (
          <Chip key={name} type="button" onClick={({ currentTarget }) => onInsert(`{${name}}`, currentTarget)}>
            <chakra.bdi dir="ltr" fontFamily="mono">{`{${name}}`}</chakra.bdi>
            <chakra.span color="fg.muted">{words[name]}</chakra.span>
          </Chip>
        ))}
      </Box>
    </Box>
  );
}

/** A text with the values of its variables, which are marked; `fill` returns a part of the text with its values. */
export function FilledText({ text, fill }: { text: string; fill: (part: string) => string }): ReactNode {
  return text.split(/(\{[^{}\n]*\})/).map((part, at) => {
    const value = fill(part);
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
    return <Fragment key={at}>{value === part ? part : <Value>{value}</Value>}</Fragment>;
  });
}

const Value = chakra('bdi', { base: { borderRadius: 'xs', bg: 'brand.subtle', color: 'brand.fg' } });

const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: { base: '11', md: '8' },
    px: '2.5',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    bg: 'bg.panel',
    textStyle: 'xs',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.hover' },
  },
});
