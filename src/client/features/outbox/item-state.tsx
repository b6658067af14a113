import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { CircleAlert, Clock, GitCompareArrows, Send } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { upgradeItem } from '../../actions/all.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useUploads } from '../../sync/use-uploads.ts';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { UploadProgress } from '../../ui/pending-mark.tsx';

interface Look {
  Icon: LucideIcon;
  colour: string;
  words: ReactNode;
}

interface Props {
  item: OutboxItem;
  /** An earlier item of the lane is waiting for a decision and blocks this one (`holdsLane`). */
  isHeld: boolean;
}

/** The state of an item as an icon and text. */
export function ItemStateMark({ item, isHeld }: Props) {
  const { online, running } = useSyncStatus();
  const uploads = useUploads(item);
  const isSending = online && running;
  const { Icon, colour, words } = isPendingItem(item) && isHeld ? waitsForAnother : lookOf(item, { online, isSending });
  const isUploading = isSending && item.state === 'sent' && uploads !== null && uploads.done < uploads.total;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" color={colour} fontWeight="medium">
      <Icon size={14} aria-hidden="true" />
      {isUploading ? <UploadProgress {...uploads} /> : words}
    </chakra.span>
  );
}

const waitsForAnother: Look = {
  Icon: Clock,
  colour: 'fg.muted',
  words: <Trans>Waits for the change above</Trans>,
};

const needsNewerApp: Look = {
  Icon: CircleAlert,
  colour: 'fg.warning',
  words: <Trans>Update the app to send this.</Trans>,
};

function lookOf(item: OutboxItem, { online, isSending }: { online: boolean; isSending: boolean }): Look {
  if (!upgradeItem(item)) return needsNewerApp;
  const { state, error } = item;
  if (state === 'failed') return { Icon: CircleAlert, colour: 'fg.error', words: <Trans>Not accepted</Trans> };
  if (state === 'conflict')
    return { Icon: GitCompareArrows, colour: 'fg.warning', words: <Trans>Needs your decision</Trans> };
  if (error?.code === 'WAITS_FOR_ANOTHER')
    return { Icon: Clock, colour: 'fg.muted', words: <Trans>Waits for the ticket above</Trans> };
  if (state === 'sent')
    return {
      Icon: Send,
      colour: 'fg.muted',
      words: isSending ? <Trans>Being sent</Trans> : <Trans>No answer yet: it may have arrived</Trans>,
    };
  return {
    Icon: Clock,
    colour: 'fg.muted',
    words: online ? <Trans>Waiting to be sent</Trans> : <Trans>Waiting for a connection</Trans>,
  };
}
