import { Plural, Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { sideOf } from '../../../contract/ticket-rules.ts';
import { LeaveOutFile } from '../../forms/leave-out-file.tsx';
import { DiscardItemDialog, ParkedItem } from '../../forms/parked-item.tsx';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { dependentsOf } from '../../sync/outbox.ts';
import { useItemProgress } from '../../sync/use-item-progress.ts';
import { Notice } from '../../ui/notice.tsx';
import { UploadFailure } from '../../ui/upload-state.tsx';
import { EditItemDialog } from './edit-item-dialog.tsx';
import { changesOf, openingOf } from './queries.ts';
import { Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The notices above a ticket: that the ticket is not sent yet or was refused, and its parked changes. */
export function UnsentTicket({ lane }: { lane: readonly OutboxItem[] }) {
  const editedId = (useSearch({ strict: false }) as { edit?: unknown }).edit;
  const [editing, setEditing] = useState<string | null>(typeof editedId === 'string' ? editedId : null);
  const opening = openingOf(lane);
  const parked = changesOf(lane).filter((item) => !isPendingItem(item));
  const edited = lane.find((item) => item.id === editing && isEditable(item));
  if (!opening && parked.length === 0 && !edited) return null;
  return (
    <Stack gap="3" mb="5">
      {opening ? <Opening item={opening} lane={lane} onEdit={() => setEditing(opening.id)} /> : null}
      {parked.map((item) => (
        <ParkedItem key={item.id} item={item} lane={lane} />
      ))}
      {edited ? <EditItemDialog key={edited.id} item={edited} onClose={() => setEditing(null)} /> : null}
    </Stack>
  );
}

const isEditable = ({ kind }: OutboxItem): boolean => ['ticket.open', 'ticket.reply', 'ticket.note'].includes(kind);

interface OpeningProps {
  item: OutboxItem;
  lane: readonly OutboxItem[];
  onEdit: () => void;
}

function Opening(props: OpeningProps) {
  const leave = useLeave(props.item);
  return isPendingItem(props.item) ? <NotSentYet {...props} /> : <ParkedItem {...props} onDiscarded={leave} />;
}

/** Returns a function that opens the list: the page of a new ticket that was discarded is empty. */
function useLeave({ by }: OutboxItem): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: `/${sideOf(by.role)}/tickets` });
}

function NotSentYet({ item, lane, onEdit }: OpeningProps) {
  const [isAsking, setAsking] = useState(false);
  const leave = useLeave(item);
  const dependents = dependentsOf(item, lane);
  return (
    <Notice
      title={<Trans>Not sent yet</Trans>}
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
      <SendingState item={item} />{' '}
      {dependents.length > 0 ? (
        <Plural value={dependents.length} one="# reply waits with it." other="# replies wait with it." />
      ) : null}
      {isAsking ? (
        <DiscardItemDialog item={item} lane={lane} onDiscarded={leave} onClose={() => setAsking(false)} />
      ) : null}
    </Notice>
  );
}

function SendingState({ item }: { item: OutboxItem }) {
  const progress = useItemProgress(item);
  if (progress.kind === 'sending' || progress.kind === 'uploading') return <Trans>This ticket is on its way.</Trans>;
  if (progress.kind === 'fileHeld') return <UploadFailure until={progress.until} />;
  if (progress.kind === 'outdated') return <Trans>Update the app to send this.</Trans>;
  if (progress.kind === 'offline')
    return <Trans>This ticket is saved on this device. It will be sent when you are connected.</Trans>;
  return <Trans>This ticket is saved on this device. It will be sent automatically.</Trans>;
}
