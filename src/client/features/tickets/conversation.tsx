import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { RoleName } from '../../../contract/people.ts';
import { currentDatabase } from '../../local/current.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { discard } from '../../sync/outbox.ts';
import { DiscardDialog } from '../../ui/discard-dialog.tsx';
import { EditItemDialog } from './edit-item-dialog.tsx';
import { openingOf, replyOf } from './queries.ts';
import { Message } from './message.tsx';
import { ParkedItem } from './parked-item.tsx';
import type { OpenedTicket } from './use-ticket.ts';

interface Props extends OpenedTicket {
  viewer: RoleName;
  /** Renders a time in the format of the screen (C-14). */
  time: (at: string) => ReactNode;
}

/** The ticket's text and its responses, oldest first; unaccepted ones are marked. `UnsentTicket` shows the state of the ticket itself. */
export function Conversation({ ticket, responses, lane, viewer, time }: Props) {
  const { t } = useLingui();
  const [editing, setEditing] = useState<OutboxItem | null>(null);
  const [discarding, setDiscarding] = useState<OutboxItem | null>(null);
  const pendingPropsOf = (item: OutboxItem | undefined) => ({
    item,
    parked:
      item && !isPendingItem(item) ? <ParkedItem item={item} lane={lane} onEdit={() => setEditing(item)} /> : null,
    ...(item && { onEdit: () => setEditing(item), onDiscard: () => setDiscarding(item) }),
  });
  return (
    <Box display="flex" flexDirection="column" gap="5">
      <Message
        author={<Author viewer={viewer} type="user" name={ticket.user_name} />}
        isOwn={viewer === 'user'}
        time={time(ticket.created_at)}
        item={openingOf(lane)}
        attachments={ticket.attachments}
      >
        {ticket.content}
      </Message>
      <chakra.h2 textStyle="xs" fontWeight="semibold" color="fg.muted" borderBottomWidth="1px" pb="2">
        <Trans>Replies</Trans>{' '}
        <chakra.span className="numbers" fontWeight="normal">
          ({responses.length})
        </chakra.span>
      </chakra.h2>
      {responses.length === 0 ? (
        <chakra.p color="fg.muted">
          {viewer === 'user' ? t`Nobody has replied yet. You will see the reply here.` : t`Nobody has replied yet.`}
        </chakra.p>
      ) : null}
      {responses.map((response) => (
        <Message
          key={response.id}
          author={<Author viewer={viewer} type={response.type} name={response.author_name} />}
          isOwn={response.type === viewer}
          time={time(response.created_at)}
          attachments={response.attachments}
          {...pendingPropsOf(replyOf(lane, response.id))}
        >
          {response.content}
        </Message>
      ))}
      {editing ? <EditItemDialog item={editing} onClose={() => setEditing(null)} /> : null}
      {discarding ? (
        <DiscardDialog
          summary={String(discarding.args.content)}
          dependents={[]}
          onDiscard={() => discard(currentDatabase(), discarding.id)}
          onClose={() => setDiscarding(null)}
        />
      ) : null}
    </Box>
  );
}

/** The author of a message: customers read "Support" or "You" (S2O-06), admins a name and its role (S2N-03). */
function Author({ viewer, type, name }: { viewer: RoleName; type: RoleName; name: string }) {
  if (viewer === 'user' && type === 'user') return <Trans>You</Trans>;
  if (viewer === 'user') {
    return (
      <>
        <Trans>Support</Trans>{' '}
        {name === '' ? null : (
          <chakra.span fontWeight="normal" color="fg.muted">
            · <bdi>{name}</bdi>
          </chakra.span>
        )}
      </>
    );
  }
  return (
    <>
      <bdi>{name}</bdi>{' '}
      <chakra.span
        ms="1"
        px="1.5"
        borderWidth="1px"
        borderRadius="sm"
        textStyle="2xs"
        fontWeight="medium"
        color="fg.muted"
      >
        {type === 'admin' ? <Trans>Admin</Trans> : <Trans context="role">Customer</Trans>}
      </chakra.span>
    </>
  );
}
