import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, Headset, Pencil, Send, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '../../../contract/files.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { useLeaveOutFile } from '../../forms/leave-out-file.tsx';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useItemProgress } from '../../sync/use-item-progress.ts';
import { UploadFailure, UploadProgress } from '../../ui/upload-state.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { AttachmentList } from '../../forms/attachment-list.tsx';
import { NoteLabel } from './note-switch.tsx';
import { chakra, Muted } from '../../ui/theme/styled.tsx';

interface Props {
  author: ReactNode;
  /** The author's name, whose initial stands beside the message; empty for a member of the shop without a name. */
  authorName: string;
  isOwn: boolean;
  /** The message before is of the same author and day, so that only screen readers read the author again. */
  isContinued: boolean;
  /** An internal note, which looks different from replies. */
  isNote?: boolean | undefined;
  time: ReactNode;
  children: string;
  attachments?: readonly Attachment[] | undefined;
  /** The outbox item of this message, while the server has not accepted it. */
  item?: OutboxItem | undefined;
  /** The reason and the choices when the item is parked. */
  parked?: ReactNode;
  onEdit?: () => void;
  onDiscard?: () => void;
}

/** One message of a conversation: the viewer's own at the end, others at the start. Its text is never rendered as HTML. */
export function Message(props: Props) {
  const { authorName, isOwn, isContinued, time, children, attachments, item, parked } = props;
  const { isNote = false, onEdit, onDiscard } = props;
  const isWaiting = item !== undefined && isPendingItem(item);
  const state = item && (isWaiting ? 'waiting' : 'parked');
  return (
    <Frame data-own={isOwn} data-continued={isContinued} data-initial={initialOf(authorName)}>
      <Head {...props} />
      <Bubble dir="auto" data-own={isOwn} data-note={isNote} data-state={state}>
        {children}
      </Bubble>
      <AttachmentList attachments={attachments} />
      <Foot>
        {isWaiting ? <SendingState item={item} /> : null}
        <span>{time}</span>
        {isWaiting && onEdit && onDiscard ? <WaitingMenu item={item} onEdit={onEdit} onDiscard={onDiscard} /> : null}
      </Foot>
      {parked}
    </Frame>
  );
}

function Head({ author, authorName, isOwn, isContinued, isNote }: Props) {
  return (
    <>
      <Muted
        textStyle="xs"
        fontWeight="medium"
        px="1"
        mb="1.5"
        maxW="full"
        overflowWrap="anywhere"
        srOnly={isContinued}
      >
        {author}
      </Muted>
      {isOwn || isContinued || initialOf(authorName) ? null : <ShopMark />}
      {isNote ? <NoteLabel /> : null}
    </>
  );
}

const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '';

/** Stands for the shop beside a message without the name of its author. */
function ShopMark() {
  return (
    <chakra.span
      position="absolute"
      insetStart="0"
      top="5"
      boxSize="7"
      display="grid"
      placeItems="center"
      color="brand.fg"
    >
      <Headset size={15} aria-hidden="true" />
    </chakra.span>
  );
}

/** The initial of others stands beside the first of their messages. */
const Frame = chakra('article', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    maxW: 'min(40rem, 100%)',
    mt: '4',
    alignSelf: 'flex-start',
    ps: '9',
    pe: { base: '6', md: '12' },
    '&[data-continued=true]': { mt: '1' },
    '&[data-own=true]': { alignSelf: 'flex-end', alignItems: 'flex-end', pe: '0', ps: { base: '6', md: '12' } },
    '&[data-own=false][data-continued=false]::before': {
      content: 'attr(data-initial)',
      position: 'absolute',
      insetStart: '0',
      top: '5',
      boxSize: '7',
      display: 'grid',
      placeItems: 'center',
      borderRadius: 'full',
      bg: 'bg.emphasized',
      color: 'fg.muted',
      textStyle: 'xs',
      fontWeight: 'semibold',
    },
  },
});

/** As wide as its text. */
const Bubble = chakra('div', {
  base: {
    px: '3.5',
    py: '2',
    maxW: 'full',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    textStyle: 'message',
    '&[data-own=true]': { bg: 'brand.subtle', borderColor: 'brand.border' },
    '&[data-note=true]': { bg: 'amber.subtle', borderColor: 'amber.border' },
    '&[data-state=waiting]': { borderStyle: 'dashed' },
    '&[data-state=parked]': { borderColor: 'border.error' },
  },
});

const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2',
    px: '1',
    pt: '0.5',
    textStyle: 'meta',
    color: 'fg.muted',
  },
});

/** The state of a waiting message in words, under the message: uploading, sending or waiting. */
function SendingState({ item }: { item: OutboxItem }) {
  const progress = useItemProgress(item);
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <Clock size={13} aria-hidden="true" />
      {wordsOf(progress)}
    </chakra.span>
  );
}

function wordsOf(progress: ReturnType<typeof useItemProgress>): ReactNode {
  switch (progress.kind) {
    case 'uploading':
      return <UploadProgress {...progress} />;
    case 'fileHeld':
      return <UploadFailure until={progress.until} />;
    case 'blocked':
      return <Trans>Waits for the ticket above</Trans>;
    case 'outdated':
      return <Trans>Update the app to send this.</Trans>;
    case 'offline':
      return <Trans>Waiting for a connection</Trans>;
    case 'sending':
      return <Trans>Sending…</Trans>;
    case 'waiting':
      return <Trans>Waiting to be sent</Trans>;
  }
}

interface MenuProps {
  item: OutboxItem;
  onEdit: () => void;
  onDiscard: () => void;
}

function WaitingMenu({ item, onEdit, onDiscard }: MenuProps) {
  const { t } = useLingui();
  const { leaveOut } = useLeaveOutFile(item);
  const withoutFile = { id: 'withoutFile', label: t`Send without the file`, icon: Send, onSelect: leaveOut };
  return (
    <RowMenu
      label={t`Change before it is sent`}
      items={[
        ...(item.upload ? [withoutFile] : []),
        { id: 'edit', label: t`Edit`, icon: Pencil, onSelect: onEdit },
        { id: 'discard', label: t`Discard`, icon: Trash2, tone: 'danger', onSelect: onDiscard },
      ]}
    />
  );
}
