import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LeaveOutFile } from '../../forms/leave-out-file.tsx';
import { DiscardItemDialog, ParkedItem } from '../../forms/parked-item.tsx';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { useItemProgress } from '../../sync/use-item-progress.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Wrap } from '../../ui/theme/styled.tsx';
import { UploadFailure, UploadProgress } from '../../ui/upload-state.tsx';
import { EditTopupDialog } from './edit-topup-dialog.tsx';

interface Props {
  item: OutboxItem;
  lane: readonly OutboxItem[];
}

/** A request that the server has not accepted: it waits on this phone, or it was refused and needs its customer. */
export function UnsentTopup({ item, lane }: Props) {
  const editedId = (useSearch({ strict: false }) as { edit?: unknown }).edit;
  const [isEditing, setEditing] = useState(editedId === item.id);
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/user/top-up' });
  const edit = () => setEditing(true);
  return (
    <>
      {isPendingItem(item) ? (
        <Waiting {...{ item, lane }} onEdit={edit} onDiscarded={leave} />
      ) : (
        <ParkedItem
          {...{ item, lane }}
          onEdit={edit}
          editLabel={<Trans>Change and send again</Trans>}
          onDiscarded={leave}
        />
      )}
      {isEditing ? <EditTopupDialog key={item.id} item={item} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

interface WaitingProps extends Props {
  onEdit: () => void;
  onDiscarded: () => void;
}

function Waiting({ item, lane, onEdit, onDiscarded }: WaitingProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Notice
      title={<Trans>Waiting on this device</Trans>}
      action={
        <Wrap gap="2">
          <LeaveOutFile item={item} />
          <Button size="sm" variant="outline" onClick={onEdit}>
            <Pencil aria-hidden="true" />
            <Trans>Edit</Trans>
          </Button>
          <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
            <Trash2 aria-hidden="true" />
            <Trans>Discard</Trans>
          </Button>
        </Wrap>
      }
    >
      <SendingState item={item} />
      {isAsking ? (
        <DiscardItemDialog item={item} lane={lane} onDiscarded={onDiscarded} onClose={() => setAsking(false)} />
      ) : null}
    </Notice>
  );
}

function SendingState({ item }: { item: OutboxItem }) {
  const progress = useItemProgress(item);
  if (progress.kind === 'uploading') return <UploadProgress {...progress} />;
  if (progress.kind === 'fileHeld') return <UploadFailure until={progress.until} />;
  if (progress.kind === 'outdated') return <Trans>Update the app to send this.</Trans>;
  if (progress.kind === 'sending') return <Trans>Being sent</Trans>;
  return progress.kind === 'offline' ? (
    <Trans>You are offline. The request is sent when you are connected.</Trans>
  ) : (
    <Trans>Waiting to be sent</Trans>
  );
}
