import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { insertText } from '../../ui/insert-text.ts';
import { slashSearchAt, type SlashSearch } from './canned-reply-search.ts';

interface SlashSearchState {
  /** The present search; null while none is open. */
  search: SlashSearch | null;
  /** Opens the search as a typed `/` does; closes it when it is open. */
  toggle: () => void;
  /** Closes the search, in place of its words with a text, if there is one. */
  close: (text?: string) => void;
}

interface Options {
  /** Handles a key while the search is open; returns whether it did. */
  onKey: (key: string) => boolean;
  /** Whether focus on an element keeps the search open. */
  isInside: (element: Element) => boolean;
}

/** Opens a search while the text before the cursor of a form's text field ends in `/` and words. */
export function useSlashSearch(
  form: RefObject<HTMLFormElement | null>,
  { onKey, isInside }: Options,
): SlashSearchState {
  const [search, setSearch] = useState<SlashSearch | null>(null);
  /** The `/` whose search the user has closed: its words are usual text. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [isByButton, setByButton] = useState(false);
  const look = useEffectEvent((field: HTMLTextAreaElement) => {
    const isPoint = field.selectionStart === field.selectionEnd;
    const found = isPoint && !field.readOnly ? slashSearchAt(field.value, field.selectionStart) : null;
    if (found === null) setClosedAt(null);
    if (found === null) setByButton(false);
    setSearch(found?.from === closedAt ? null : found);
  });
  const close = (text?: string) => {
    const field = form.current?.querySelector('textarea');
    setSearch(null);
    if (!search || !field) return;
    if (text === undefined && !isByButton) setClosedAt(search.from);
    else insertText(field, text ?? '', [search.from, search.from + 1 + search.words.length]);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!search || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Escape') close();
    else if (!onKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const leave = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element && isInside(relatedTarget))) setSearch(null);
  });
  useEffect(() => {
    const field = form.current?.querySelector('textarea');
    if (!field) return undefined;
    const stop = new AbortController();
    const listen = { signal: stop.signal };
    for (const name of ['input', 'click', 'keyup'] as const) field.addEventListener(name, () => look(field), listen);
    field.addEventListener('keydown', (event) => press(event), listen);
    field.addEventListener('blur', (event) => leave(event), listen);
    return () => stop.abort();
  }, [form]);
  const toggle = () => {
    const field = form.current?.querySelector('textarea');
    if (search) close();
    else if (field) {
      setClosedAt(null);
      setByButton(true);
      insertText(field, /\S$/.test(field.value.slice(0, field.selectionStart)) ? ' /' : '/');
    }
  };
  return { search, toggle, close };
}
