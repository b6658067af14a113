import { useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent as KeyPress, SyntheticEvent } from 'react';
import { IconButton } from './icon-button.tsx';
import { InputBox } from './theme/recipes.ts';
import { useTypedText } from './use-list-state.ts';
import { Box } from './theme/styled.tsx';

interface Props {
  /** The active search. */
  value: string;
  /** Called on Enter, on the button, and with '' on clear. */
  onSearch: (text: string) => void;
  /** Called with each typed text, for a list that is searched while the user types. */
  onType?: (text: string) => void;
  /** The name for screen readers, "Search orders"; the placeholder is shorter, because French names do not fit on a phone. */
  label: string;
  /** Fills its line also on wide screens. */
  isWide?: boolean;
}

/**
 * A search that runs on Enter or its button, with `onType` while the user types; the palette offers it on its page,
 * and Arrow Down moves the focus from it to the first result (`data-opener`).
 */
export function SearchBox({ value, onSearch, onType, label, isWide = false }: Props) {
  const { t } = useLingui();
  const [text, setText] = useTypedText(value);
  const input = useRef<HTMLInputElement>(null);
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
      // Beside it, an order, the saved views and the button of the filters fit on a phone.
      flex={{ base: '1 1 min(9.5rem, 80vw)', md: '1 1 8rem' }}
      minW={{ base: 'min(9.5rem, 80vw)', md: '0' }}
      maxW={isWide ? '2xl' : { md: '2xs' }}
      onSubmit={submit}
    >
      <InputBox
        ref={input}
        size="sm"
        type="search"
        enterKeyHint="search"
        // Not dir="auto": a Latin word in an Arabic page would move the space for the buttons to the other side.
        unicodeBidi="plaintext"
        // Nor does the text itself move to the other end.
        textAlign={{ base: 'left', _rtl: 'right' }}
        pe={text ? { base: '5.5rem', md: '4.25rem' } : { base: '11', md: '9' }}
        borderColor="border.button"
        textOverflow="ellipsis"
        aria-label={label}
        placeholder={t`Search`}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onType?.(event.currentTarget.value);
        }}
        onKeyDown={moveToResults}
      />
      <Box position="absolute" insetEnd="0" top="0" display="flex">
        {text ? (
          <IconButton size="sm" label={t`Clear search`} onClick={clear} color="fg.subtle" css={clearButtonSize}>
            <X size="1rem" />
          </IconButton>
        ) : null}
        <IconButton type="submit" size="sm" label={t`Search`} color="fg.muted">
          <Search size="1.125rem" />
        </IconButton>
      </Box>
    </Box>
  );
}

const clearButtonSize = { w: { md: '9' }, minW: { base: '11', md: '9' } } as const;

function moveToResults(event: KeyPress<HTMLInputElement>) {
  if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
  const first = event.currentTarget.closest('main')?.querySelector<HTMLElement>('[data-opener]');
  if (!first) return;
  event.preventDefault();
  first.focus();
}
