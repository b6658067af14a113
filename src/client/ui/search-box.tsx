import { Box } from '@chakra-ui/react/box';
import { useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { IconButton } from './icon-button.tsx';
import { InputBox } from './theme/recipes.ts';

interface Props {
  /** The active search. */
  value: string;
  /** Called on Enter, on the button, and with '' on clear. */
  onSearch: (text: string) => void;
  /** The name for screen readers and the placeholder: "Search orders". */
  label: string;
}

/** A search that runs on Enter or its button; the key `/` moves the focus into it from anywhere on the page. */
export function SearchBox({ value, onSearch, label }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  useSlash(input);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  const clear = () => {
    setText('');
    onSearch('');
    input.current?.focus();
  };
  return (
    <Box
      as="form"
      role="search"
      position="relative"
      flex={{ base: '1 0 9rem', md: '1 1 10rem' }}
      minW="0"
      maxW={{ md: '2xs' }}
      onSubmit={submit}
    >
      <InputBox
        ref={input}
        size="sm"
        type="search"
        enterKeyHint="search"
        // Not dir="auto": a Latin word in an Arabic page would move the space for the buttons to the other side.
        unicodeBidi="plaintext"
        pe={text ? { base: '5.5rem', md: '4.25rem' } : { base: '11', md: '9' }}
        borderColor="border.button"
        textOverflow="ellipsis"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Box position="absolute" insetEnd="0" top="0" display="flex">
        {text ? (
          <IconButton size="sm" label={t`Clear search`} onClick={clear} color="fg.subtle" css={clearButtonSize}>
            <X size={16} />
          </IconButton>
        ) : null}
        <IconButton type="submit" size="sm" label={t`Search`} color="fg.muted">
          <Search size={18} />
        </IconButton>
      </Box>
    </Box>
  );
}

const clearButtonSize = { w: { md: '9' }, minW: { base: '11', md: '9' } } as const;

function useSlash(input: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable], dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
