import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { CircleAlert, Clock, GitCompareArrows, Send } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { upgraded } from '../../actions/all.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { waits } from '../../sync/fold.ts';
import { useUploads } from '../../sync/use-uploads.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { UploadProgress } from '../../ui/upload-progress.tsx';

interface Look {
  Picture: LucideIcon;
  colour: string;
  words: ReactNode;
}

interface Props {
  item: OutboxItem;
  /** A parked item above it in its lane lets nothing past. */
  isHeld: boolean;
}

/** Where an item stands, as a picture and in words. */
export function ItemStateMark({ item, isHeld }: Props) {
  const online = useOnline();
  const uploads = useUploads(item);
  const { Picture, colour, words } = waits(item) && isHeld ? behindAnother : lookOf(item, online);
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" color={colour} fontWeight="medium">
      <Picture size={14} aria-hidden="true" />
      {uploads && item.state === 'sent' && uploads.done < uploads.total ? <UploadProgress {...uploads} /> : words}
    </chakra.span>
  );
}

const behindAnother: Look = {
  Picture: Clock,
  colour: 'fg.muted',
  words: <Trans>Waits for the change above</Trans>,
};

const ofNewerApp: Look = {
  Picture: CircleAlert,
  colour: 'fg.warning',
  words: <Trans>Update the app to send this.</Trans>,
};

function lookOf(item: OutboxItem, online: boolean): Look {
  if (!upgraded(item)) return ofNewerApp;
  const { state, error } = item;
  if (state === 'failed') return { Picture: CircleAlert, colour: 'fg.error', words: <Trans>Not accepted</Trans> };
  if (state === 'conflict')
    return { Picture: GitCompareArrows, colour: 'fg.warning', words: <Trans>Needs your decision</Trans> };
  if (error?.code === 'WAITS_FOR_ANOTHER')
    return { Picture: Clock, colour: 'fg.muted', words: <Trans>Waits for the ticket above</Trans> };
  if (state === 'sent')
    return {
      Picture: Send,
      colour: 'fg.muted',
      words: online ? <Trans>Being sent</Trans> : <Trans>No answer yet: it may have arrived</Trans>,
    };
  return {
    Picture: Clock,
    colour: 'fg.muted',
    words: online ? <Trans>Waiting to be sent</Trans> : <Trans>Waiting for a connection</Trans>,
  };
}
