import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { localeCodes, type Locale } from '../../../contract/locales.ts';
import { can } from '../../../contract/permissions.ts';
import { signedInPerson } from '../../api/session.ts';
import { dirOf, locales } from '../../text/locales.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import type { FilledReply } from './canned-reply-search.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  id: string;
  replies: readonly FilledReply[];
  /** Whether there is any canned reply, also one that was not found. */
  hasReplies: boolean;
  /** The id of the entry that Enter chooses. */
  chosen: number | null;
  locale: Locale;
  onLocale: (locale: Locale) => void;
  onChoose: (reply: FilledReply) => void;
}

/** The found canned replies above the reply form, with the choice of their language. The cursor stays in the text. */
export function CannedReplyList({ id, replies, hasReplies, chosen, locale, onLocale, onChoose }: Props) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const count = replies.length;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);
  return (
    // The field keeps the focus while the list is used with a pointer.
    <Panel id={id} data-canned-replies="" onMouseDown={(event) => event.preventDefault()}>
      <Head>
        <chakra.span textStyle="field" flex="1" minW="fit-content">
          <Trans>Canned replies</Trans>
        </chakra.span>
        <SegmentedChoice
          label={t`Language of the replies`}
          choices={localeCodes.map((value) => ({ value, label: locales[value], lang: value }))}
          value={locale}
          onChange={onLocale}
        />
      </Head>
      <Box ref={list} role="listbox" aria-label={t`Canned replies`} overflowY="auto" overscrollBehavior="contain" p="1">
        {replies.map((reply) => (
          <Option
            key={reply.id}
            id={`${id}-${reply.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={reply.id === chosen}
            onClick={() => onChoose(reply)}
          >
            <ReplyText reply={reply} />
          </Option>
        ))}
      </Box>
      <Foot>
        <span role="status">
          {count > 0 ? (
            <Plural value={count} one="# canned reply" other="# canned replies" />
          ) : hasReplies ? (
            <Trans>No canned reply has these words.</Trans>
          ) : (
            <Trans>There are no canned replies yet.</Trans>
          )}
        </span>
        {replies.length > 0 ? (
          <chakra.span hideBelow="md">
            <Trans>↑ ↓ choose · ← → language · Enter inserts · Esc closes</Trans>
          </chakra.span>
        ) : can(signedInPerson()?.role ?? 'user', 'help.change') ? (
          <AppLink to="/admin/help/create">
            <Trans>Write one</Trans>
          </AppLink>
        ) : null}
      </Foot>
    </Panel>
  );
}

function ReplyText({ reply: { title, filled, locale } }: { reply: FilledReply }) {
  const language = { lang: locale, dir: dirOf(locale) };
  return (
    <>
      <FreeText {...language} fontWeight="medium">
        {title}
      </FreeText>
      <FreeText {...language} textStyle="sm" color="fg.muted" lineClamp="2">
        {filled}
      </FreeText>
    </>
  );
}

const Panel = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: { base: '2', md: '0' },
    bottom: '100%',
    mb: '1',
    zIndex: 'overlay',
    display: 'flex',
    flexDirection: 'column',
    maxH: 'min(22rem, 55dvh)',
    bg: 'bg.raised',
    color: 'fg',
    borderWidth: '1px',
    borderRadius: 'lg',
    shadow: 'md',
    overflow: 'hidden',
    // Where the form is in the middle of the page.
    '@media (max-height: 30rem)': { maxH: '70dvh' },
  },
});

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    px: '3',
    py: '2',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
  },
});

const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '2',
    px: '3',
    py: '1.5',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    textStyle: 'xs',
    color: 'fg.muted',
  },
});

const Option = chakra('div', {
  base: {
    minH: { base: '11', md: '9' },
    px: '3',
    py: '2',
    borderRadius: 'md',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    _hover: { bg: 'bg.hover' },
    '&[aria-selected=true]': { bg: 'bg.selected' },
  },
});
