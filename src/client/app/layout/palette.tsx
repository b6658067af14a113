import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { SignedInPerson } from '../../api/session.ts';
import { currentDatabase } from '../../local/current.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { storeRecent, type PaletteItem } from './palette-items.ts';
import { PaletteRows } from './palette-rows.tsx';
import { usePaletteGroups } from './use-palette-groups.ts';
import { chakra, HStack, Muted, MutedSpan, Stack } from '../../ui/theme/styled.tsx';

/**
 * A dialog that goes to pages, finds records of this device and does what the open page offers (S2V-01, S2V-02): a field
 * with a list of options, through which the arrow keys move while the focus stays in the field.
 */
export function Palette({ person, onClose }: { person: SignedInPerson; onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const query = useDeferredValue(text.trim());
  const { groups, isReady } = usePaletteGroups(person.role, query);
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(active, items.length - 1);
  const choose = useChoose(onClose);
  // Enter may come before the options of what was typed.
  const [wanted, setEntered] = useState<string | null>(null);
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || (move === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (move !== undefined) setActive((at + move + items.length) % Math.max(1, items.length));
    else setEntered(text.trim());
  };
  const entered = isReady && query === text.trim() && wanted === query ? items[at] : undefined;
  const enteredId = entered?.id ?? null;
  const chooseEntered = useEffectEvent(() => {
    if (entered) choose(entered);
  });
  useEffect(() => {
    if (enteredId !== null) chooseEntered();
  }, [enteredId]);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    const row = document.getElementById(`${id}-${at}`);
    if (row) row.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  return (
    <Modal open onClose={onClose} aria-label={t`Search and go to`} css={place}>
      <Stack maxH="inherit" h={{ base: 'full', sm: 'auto' }}>
        <Head
          id={id}
          at={at}
          text={text}
          onType={(typed) => {
            setText(typed);
            setActive(0);
            setEntered(null);
          }}
          onKeyDown={onKey}
          onClose={onClose}
        />
        <PaletteRows id={id} groups={groups} active={at} onPoint={setActive} onChoose={choose} />
        <Muted role="status" px="5" pb={items.length > 0 ? '0' : '6'} srOnly={items.length > 0}>
          {items.length > 0 ? (
            <Plural value={items.length} one="# result" other="# results" />
          ) : (
            <Trans>Nothing on this device matches.</Trans>
          )}
        </Muted>
      </Stack>
    </Modal>
  );
}

interface HeadProps {
  id: string;
  /** The number of the active option; -1 without options. */
  at: number;
  text: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
}

function Head({ id, at, text, onType, onKeyDown, onClose }: HeadProps) {
  const { t } = useLingui();
  return (
    <HStack
      gap="3"
      ps="4"
      pe="1"
      borderBottomWidth="1px"
      flexShrink="0"
      css={{ '&:has(input:focus)': { boxShadow: 'inset 0 -2px 0 var(--c-colors-brand-solid)' } }}
    >
      <MutedSpan display="inline-flex" aria-hidden="true">
        <Search size="1.25rem" />
      </MutedSpan>
      <Field
        data-autofocus=""
        role="combobox"
        aria-label={t`Search and go to`}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={t`Page, number, name or word`}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label={t`Close`} color="fg.muted" onClick={onClose}>
        <X size="1.25rem" />
      </IconButton>
    </HStack>
  );
}

/** Returns a function that closes the palette and then opens a page or does an action, which may move the focus. */
function useChoose(onClose: () => void) {
  const navigate = useNavigate();
  return ({ target, run, recent }: PaletteItem) => {
    if (recent) ignoreStorageErrors(storeRecent(currentDatabase(), recent));
    // The page behind an open palette takes no focus.
    setTimeout(() => {
      flushSync(onClose);
      if (target) void navigate({ to: target.to, search: (target.search ?? {}) as never });
      else run?.();
    });
  };
}

const place = {
  position: 'fixed',
  insetX: '0',
  insetBlock: { base: '0', sm: '12dvh auto' },
  mx: 'auto',
  w: { base: '100vw', sm: 'min(40rem, calc(100vw - 48px))' },
  h: { base: 'calc(100dvh - var(--keyboard, 0px))', sm: 'auto' },
  maxH: { base: 'none', sm: '70dvh' },
  borderRadius: { base: '0', sm: 'xl' },
  overflow: 'hidden',
  shadow: 'lg',
  animation: 'fadeIn 120ms cubic-bezier(0.2, 0, 0, 1)',
} as const;

const Field = chakra('input', {
  base: {
    flex: '1',
    minW: '0',
    h: '14',
    bg: 'transparent',
    outline: 'none',
    textStyle: 'md',
    unicodeBidi: 'plaintext',
  },
});
