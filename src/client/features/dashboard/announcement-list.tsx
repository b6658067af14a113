import { Trans, useLingui } from '@lingui/react/macro';
import { Megaphone, X } from 'lucide-react';
import { useLayoutEffect } from 'react';
import type { Article } from '../../../contract/articles.ts';
import { dismissAnnouncement } from '../../local/article-marks.ts';
import { currentDatabase } from '../../local/current.ts';
import { useTranslatedArticles, type TranslatedArticle } from '../../text/articles.ts';
import { isolated } from '../../text/isolated.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useShowFailure } from '../../ui/use-busy.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

export interface ListProps {
  announcements: readonly Article[];
  /** Called when the list is part of the page. */
  onDrawn: () => void;
}

/** The announcements in the user's language, each with a link to its text and a button that dismisses it. */
export function AnnouncementList({ announcements, onDrawn }: ListProps) {
  const { t } = useLingui();
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useLayoutEffect(onDrawn, []);
  const translated = useTranslatedArticles();
  return (
    <List aria-label={t`Announcements`}>
      {translated(announcements).map((one) => (
        <Announcement key={one.id} announcement={one} />
      ))}
    </List>
  );
}

function Announcement({ announcement }: { announcement: TranslatedArticle }) {
  const { t } = useLingui();
  const showFailure = useShowFailure();
  const { id, title, locale, updated_at: at } = announcement;
  return (
    <Line>
      <PlainLink to={`/dashboard/help/${id}`} {...link}>
        <Megaphone size="1.25rem" aria-hidden="true" style={{ flexShrink: 0 }} />
        <Box minW="0">
          <chakra.span display="block" fontWeight="medium" color="fg" overflowWrap="anywhere" lang={locale}>
            <bdi>{title}</bdi>
          </chakra.span>
          <MutedSpan display="block" textStyle="meta">
            <RelativeTime at={at} /> · <Trans>Read more</Trans>
          </MutedSpan>
        </Box>
      </PlainLink>
      <IconButton
        size="sm"
        color="fg.muted"
        label={t`Dismiss: ${{ title: isolated(title) }}`}
        onClick={() => void dismissAnnouncement(currentDatabase(), announcement).catch(showFailure)}
      >
        <X size="1.125rem" />
      </IconButton>
    </Line>
  );
}

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    mb: { base: '4', md: '5' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    overflow: 'hidden',
  },
});

const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    pe: '2',
    _notFirst: { borderTopWidth: '1px', borderColor: 'border.muted' },
  },
});

const link = {
  flex: '1',
  minW: '0',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: '14',
  ps: '4',
  py: '2',
  color: 'brand.fg',
  focusVisibleRing: 'inside',
  _hover: { bg: 'bg.hover' },
} as const;
