import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '../../../contract/files.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useUploads } from '../../sync/use-uploads.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { UploadProgress } from '../../ui/pending-mark.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { AttachmentList } from './attachment-list.tsx';

interface Props {
  author: ReactNode;
  isOwn: boolean;
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
export function Message({ author, isOwn, time, children, attachments, item, parked, onEdit, onDiscard }: Props) {
  const isWaiting = item !== undefined && isPendingItem(item);
  const state = item && (isWaiting ? 'waiting' : 'parked');
  return (
    <Frame data-own={isOwn}>
      <Box
        display="flex"
        alignItems="center"
        flexWrap="wrap"
        columnGap="2"
        textStyle="xs"
        color="fg.muted"
        minH="6"
        px="1"
      >
        <chakra.span fontWeight="semibold" color="fg" textStyle="sm">
          {author}
        </chakra.span>
        <chakra.span className="numbers" ms="auto">
          {time}
        </chakra.span>
        {isWaiting && onEdit && onDiscard ? <WaitingMenu onEdit={onEdit} onDiscard={onDiscard} /> : null}
      </Box>
      <Bubble dir="auto" data-own={isOwn} data-state={state}>
        {children}
      </Bubble>
      <AttachmentList attachments={attachments} />
      {isWaiting ? <SendingState item={item} /> : null}
      {parked}
    </Frame>
  );
}

const Frame = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    w: 'full',
    maxW: '42rem',
    alignSelf: 'flex-start',
    pe: { base: '6', md: '12' },
    '&[data-own=true]': { alignSelf: 'flex-end', pe: '0', ps: { base: '6', md: '12' } },
  },
});

const Bubble = chakra('div', {
  base: {
    px: '4',
    py: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    textStyle: { base: 'md', md: 'sm' },
    lineHeight: 'tall',
    '&[data-own=true]': { bg: 'brand.subtle', borderColor: 'brand.border' },
    '&[data-state=waiting]': { borderStyle: 'dashed' },
    '&[data-state=parked]': { borderColor: 'border.error' },
  },
});

/** The state of a waiting message in words, under the message: uploading, sending or waiting. */
function SendingState({ item }: { item: OutboxItem }) {
  const online = useOnline();
  const uploads = useUploads(item);
  const isBlocked = item.error?.code === 'WAITS_FOR_ANOTHER';
  return (
    <chakra.p display="inline-flex" alignItems="center" gap="1.5" textStyle="xs" color="fg.muted" px="1">
      <Clock size={13} aria-hidden="true" />
      {uploads && online && uploads.done < uploads.total ? (
        <UploadProgress {...uploads} />
      ) : isBlocked ? (
        <Trans>Waits for the ticket above</Trans>
      ) : online ? (
        <Trans>Sending…</Trans>
      ) : (
        <Trans>Waiting for a connection</Trans>
      )}
    </chakra.p>
  );
}

function WaitingMenu({ onEdit, onDiscard }: { onEdit: () => void; onDiscard: () => void }) {
  const { t } = useLingui();
  return (
    <RowMenu
      label={t`Change before it is sent`}
      items={[
        { id: 'edit', label: t`Edit`, icon: Pencil, onSelect: onEdit },
        { id: 'discard', label: t`Discard`, icon: Trash2, tone: 'danger', onSelect: onDiscard },
      ]}
    />
  );
}
