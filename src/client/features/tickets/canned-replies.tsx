import { useLingui } from '@lingui/react/macro';
import { MessageSquareQuote } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CannedReplyList } from './canned-reply-list.tsx';
import { firstGap, type FilledReply } from './canned-reply-search.ts';
import type { ReplyToolProps } from './reply-form.tsx';
import { useFilledReplies, useReplyLanguage } from './canned-reply-values.ts';
import { useSlashSearch } from './canned-slash-search.ts';

/** A button and the list of canned replies, which a `/` in the text opens, too; a chosen one is put into the text. */
export function CannedReplies({ ticketId, form }: ReplyToolProps) {
  const { t } = useLingui();
  const id = useId();
  const [locale, setLocale] = useReplyLanguage(ticketId);
  const slash = useSlashSearch(form, { onKey, isInside: (element) => element.closest(`[id="${id}"]`) !== null });
  const { search } = slash;
  const { replies, hasReplies } = useFilledReplies(ticketId, search, locale);
  const [chosen, choose] = useChosen(search?.words ?? '', replies.length);
  const reply = replies[chosen];
  // Without canned replies, words after a "/" are usual text.
  const isOpen = search !== null && (hasReplies || search.words === '');
  useFieldDescription(form, isOpen ? id : null, reply ? `${id}-${reply.id}` : null);
  const insert = ({ filled }: FilledReply) => {
    const from = search?.from ?? 0;
    slash.close(filled);
    const gap = firstGap(filled);
    if (gap) form.current?.querySelector('textarea')?.setSelectionRange(from + gap[0], from + gap[1]);
  };
  function onKey(key: string): boolean {
    const run = reply && keys[key];
    run?.();
    return run !== undefined;
  }
  const keys: Record<string, () => void> = {
    Enter: () => reply && insert(reply),
    Tab: () => reply && insert(reply),
    ArrowDown: () => choose(chosen + 1),
    ArrowUp: () => choose(chosen - 1),
    ArrowLeft: () => setLocale(localeBeside(locale, 'ltr')),
    ArrowRight: () => setLocale(localeBeside(locale, 'rtl')),
  };
  return (
    <>
      <IconButton
        label={t`Canned replies`}
        variant="outline"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        // The cursor stays in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={slash.toggle}
      >
        <MessageSquareQuote aria-hidden="true" />
      </IconButton>
      {isOpen ? (
        <CannedReplyList
          {...{ id, replies, hasReplies, locale }}
          chosen={reply?.id ?? null}
          onLocale={setLocale}
          onChoose={insert}
        />
      ) : null}
    </>
  );
}

/** The place of the chosen entry: the first one of each new search; the last one is followed by the first. */
function useChosen(words: string, count: number): [number, (at: number) => void] {
  const [chosen, setChosen] = useState({ words, at: 0 });
  const at = chosen.words === words && chosen.at < count ? chosen.at : 0;
  return [at, (next) => setChosen({ words, at: (next + count) % count })];
}

/** Returns the language before a language on pages of one direction, which is the one after it on those of the other. */
function localeBeside(locale: Locale, before: 'ltr' | 'rtl'): Locale {
  const step = (document.documentElement.dir || 'ltr') === before ? -1 : 1;
  return localeCodes.at((localeCodes.indexOf(locale) + step) % localeCodes.length) ?? locale;
}

/** Names the list and its chosen entry at the text field, for screen readers. */
function useFieldDescription(form: ReplyToolProps['form'], list: string | null, option: string | null): void {
  useEffect(() => {
    const field = form.current?.querySelector('textarea');
    if (!field || list === null) return undefined;
    field.setAttribute('aria-controls', list);
    if (option) field.setAttribute('aria-activedescendant', option);
    return () => {
      field.removeAttribute('aria-controls');
      field.removeAttribute('aria-activedescendant');
    };
  }, [form, list, option]);
}
