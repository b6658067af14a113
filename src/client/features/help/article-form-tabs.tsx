import { useLingui } from '@lingui/react/macro';
import { Check, CircleAlert } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { locales } from '../../text/locales.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/** What a tab says about the text in its language. */
export type TextState = 'written' | 'missing' | 'refused';

interface Props {
  /** The prefix of the ids of tabs and panels. */
  id: string;
  chosen: Locale;
  states: Readonly<Record<Locale, TextState>>;
  onChoose: (locale: Locale) => void;
}

/** The languages of an article as tabs: arrow keys, Home and End move between them; a mark says which have a text. */
export function LanguageTabs({ id, chosen, states, onChoose }: Props) {
  const { t } = useLingui();
  const words: Record<TextState, string> = { written: t`written`, missing: t`no text yet`, refused: t`has an error` };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextOf(event, chosen);
    if (next === null) return;
    event.preventDefault();
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-locale=${next}]`)?.focus();
  };
  return (
    <TabList role="tablist" aria-label={t`Languages of the text`} onKeyDown={onKey}>
      {localeCodes.map((locale) => (
        <Tab
          key={locale}
          type="button"
          role="tab"
          data-locale={locale}
          id={`${id}-tab-${locale}`}
          aria-controls={`${id}-panel`}
          aria-selected={locale === chosen}
          tabIndex={locale === chosen ? 0 : -1}
          onClick={() => onChoose(locale)}
        >
          <bdi lang={locale}>{locales[locale]}</bdi>
          <StateMark state={states[locale]} />
          <chakra.span srOnly>, {words[states[locale]]}</chakra.span>
        </Tab>
      ))}
    </TabList>
  );
}

function StateMark({ state }: { state: TextState }) {
  if (state === 'written') return <Check size="0.875rem" aria-hidden="true" />;
  if (state === 'refused') return <RefusedMark size="0.875rem" aria-hidden="true" />;
  return <MissingMark aria-hidden="true" />;
}

/** Returns the language that a key moves to; null for other keys. The tabs run from right to left on Arabic pages. */
function nextOf({ key, currentTarget }: KeyboardEvent<HTMLElement>, chosen: Locale): Locale | null {
  const at = localeCodes.indexOf(chosen);
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'Home' || key === 'End') return localeCodes.at(key === 'Home' ? 0 : -1)!;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  return localeCodes.at((at + (key === forward ? 1 : -1)) % localeCodes.length)!;
}

const TabList = chakra('div', {
  base: {
    // The words for screen readers scroll with the tabs: they do not widen the page.
    position: 'relative',
    display: 'flex',
    gap: '1',
    borderBottomWidth: '1px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
  },
});

const Tab = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    flex: { base: '1 1 auto', sm: 'none' },
    minH: { base: '11', md: '10' },
    px: { base: '2', sm: '4' },
    mb: '-1px',
    textStyle: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    cursor: 'pointer',
    focusVisibleRing: 'inside',
    _hover: { color: 'fg' },
    _selected: { color: 'brand.fg', borderColor: 'brand.solid' },
  },
});

const RefusedMark = chakra(CircleAlert, { base: { color: 'fg.error' } });

/** A dashed ring: this language has no text. */
const MissingMark = chakra('span', {
  base: { boxSize: '2.5', borderRadius: 'full', borderWidth: '1.5px', borderStyle: 'dashed', borderColor: 'fg.subtle' },
});
