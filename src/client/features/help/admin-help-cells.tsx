import { useLingui } from '@lingui/react/macro';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { localeCodes } from '../../../contract/locales.ts';
import { serverNow, useDates } from '../../text/dates.ts';
import { FreeText } from '../../ui/free-text.tsx';
import type { ListedArticle } from './admin-help-source.ts';
import { useKindNames } from './article-form-words.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

interface Props {
  article: ListedArticle;
}

/** The kind of an article; an announcement has its last day under it. */
export function KindCell({ article: { kind, until } }: Props) {
  const names = useKindNames();
  const end = useEnd(until);
  return (
    <>
      {names[kind]}
      {end ? (
        <MutedSpan display="block" textStyle="meta">
          {end}
        </MutedSpan>
      ) : null}
    </>
  );
}

/** `KindCell` under the title, where there is no column for it: only what is not a usual article. */
export function KindOnCard({ article: { kind, until } }: Props) {
  const names = useKindNames();
  const end = useEnd(until);
  if (kind === 'article') return null;
  return (
    <MutedSpan display="block" hideFrom="2xl" textStyle="meta" fontWeight="normal">
      {names[kind]}
      {end ? ` · ${end}` : null}
    </MutedSpan>
  );
}

function useEnd(until: string | null): string | null {
  const { t } = useLingui();
  const dates = useDates();
  if (until === null) return null;
  const day = dates.day(until);
  return Date.parse(until) < serverNow() ? t`ended ${day}` : t`until ${day}`;
}

/** The languages of an article; a dashed frame marks one in which it has no text. */
export function LanguagesCell({ article: { texts } }: Props) {
  const { t } = useLingui();
  const names = { en: t`English`, fr: t`French`, ar: t`Arabic` };
  return (
    <Box as="span" display="inline-flex" gap="1">
      {localeCodes.map((locale) => {
        const language = names[locale];
        const label = texts[locale] ? language : t`No text: ${language}`;
        return (
          <Chip key={locale} title={label} data-missing={texts[locale] ? undefined : ''}>
            <span aria-hidden="true">{locale.toUpperCase()}</span>
            <chakra.span srOnly>{label} </chakra.span>
          </Chip>
        );
      })}
    </Box>
  );
}

/** How many readers an article has helped and how many not; empty without votes, a dash while they are not known. */
export function VotesCell({ votes }: { votes: { helpful: number; unhelpful: number } | null }) {
  const { t } = useLingui();
  if (!votes) return <chakra.span color="fg.subtle">–</chakra.span>;
  const { helpful, unhelpful } = votes;
  if (helpful + unhelpful === 0) return null;
  return (
    <Box as="span" display="inline-flex" gap="2.5">
      <Count title={t`Helpful: ${helpful}`}>
        <ThumbsUp size="0.875rem" aria-hidden="true" />
        <span aria-hidden="true">{helpful}</span>
        <chakra.span srOnly>{t`Helpful: ${helpful}`} </chakra.span>
      </Count>
      <Count title={t`Not helpful: ${unhelpful}`}>
        <ThumbsDown size="0.875rem" aria-hidden="true" />
        <span aria-hidden="true">{unhelpful}</span>
        <chakra.span srOnly>{t`Not helpful: ${unhelpful}`}</chakra.span>
      </Count>
    </Box>
  );
}

/** The title in the reader's language, or in another one that the article has. */
export function TitleCell({ title, locale }: { title: string; locale: string }) {
  return (
    <FreeText lang={locale} lineClamp={2}>
      {title}
    </FreeText>
  );
}

const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minW: '6.5',
    h: '5',
    px: '1',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'xs',
    bg: 'bg.muted',
    textStyle: '2xs',
    fontWeight: 'medium',
    color: 'fg',
    '&[data-missing]': {
      bg: 'transparent',
      borderStyle: 'dashed',
      borderColor: 'border.control',
      color: 'fg.subtle',
      fontWeight: 'normal',
    },
  },
});

const Count = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '1', color: 'fg.muted' } });
