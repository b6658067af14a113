import { Trans } from '@lingui/react/macro';
import { CircleAlert, Clock, GitCompareArrows, Send } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { upgradeItem } from '../../actions/all.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useItemProgress } from '../../sync/use-item-progress.ts';
import { UploadFailure, UploadProgress } from '../../ui/upload-state.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

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

/** The state of an item as an icon and text; nothing for a refused one, whose notice says it with the reasons. */
export function ItemStateMark({ item, isHeld }: Props) {
  const progress = useItemProgress(item);
  if (item.state === 'failed' && upgradeItem(item)) return null;
  const { Icon, colour, words } = isPendingItem(item) && isHeld ? waitsForAnother : lookOf(item, progress);
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" color={colour} fontWeight="medium">
      <Icon size={14} aria-hidden="true" />
      {words}
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

function lookOf(item: OutboxItem, progress: ReturnType<typeof useItemProgress>): Look {
  if (!upgradeItem(item)) return needsNewerApp;
  if (item.state === 'conflict')
    return { Icon: GitCompareArrows, colour: 'fg.warning', words: <Trans>Needs your decision</Trans> };
  return pendingLook(item, progress);
}

function pendingLook(item: OutboxItem, progress: ReturnType<typeof useItemProgress>): Look {
  switch (progress.kind) {
    case 'outdated':
      return needsNewerApp;
    case 'fileHeld':
      return { Icon: CircleAlert, colour: 'fg.warning', words: <UploadFailure until={progress.until} /> };
    case 'blocked':
      return waitsForAnother;
    case 'uploading':
      return { Icon: Send, colour: 'fg.muted', words: <UploadProgress {...progress} /> };
    case 'offline':
    case 'sending':
    case 'waiting':
      return item.state === 'sent' ? sentLook(progress.kind) : queuedLook(progress.kind);
  }
}

const sentLook = (progress: 'offline' | 'sending' | 'waiting'): Look => ({
  Icon: Send,
  colour: 'fg.muted',
  words: progress === 'sending' ? <Trans>Being sent</Trans> : <Trans>No answer yet: it may have arrived</Trans>,
});

const queuedLook = (progress: 'offline' | 'sending' | 'waiting'): Look => ({
  Icon: Clock,
  colour: 'fg.muted',
  words: progress === 'offline' ? <Trans>Waiting for a connection</Trans> : <Trans>Waiting to be sent</Trans>,
});
