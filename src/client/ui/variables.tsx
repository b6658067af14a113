import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { chakra, Muted, MutedSpan, Stack, Wrap } from './theme/styled.tsx';

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
    <Stack role="group" aria-label={t`Variables`} gap="2">
      <Muted textStyle="xs">{children}</Muted>
      <Wrap gap="1.5">
        {names.map((name) => (
          <Chip key={name} type="button" onClick={({ currentTarget }) => onInsert(`{${name}}`, currentTarget)}>
            <chakra.bdi dir="ltr" fontFamily="mono">{`{${name}}`}</chakra.bdi>
            <MutedSpan>{words[name]}</MutedSpan>
          </Chip>
        ))}
      </Wrap>
    </Stack>
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
