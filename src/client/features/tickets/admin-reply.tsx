import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { endedStatuses, statusAfterReply } from '../../../contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import { signedInPerson } from '../../api/session.ts';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { chakra, Wrap } from '../../ui/theme/styled.tsx';
import { findDueFirst, useOpenInQueue, type Queue } from './admin-queue.ts';
import { AnswerNext } from './admin-ticket-header.tsx';
import { CannedReplies } from './canned-replies.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useTicketChange } from './use-ticket-actions.ts';

interface Props {
  ticket: TicketRow;
  queue: Queue;
  responses: readonly ResponseRow[];
}

/** The reply form. After a reply to a waiting ticket the next one opens; where the user has turned that off, a link to it is shown. */
export function AdminReply({ ticket, queue, responses }: Props) {
  const newAnswer = useNewAnswer(responses);
  const { t } = useLingui();
  const open = useOpenInQueue();
  const changeTicket = useTicketChange();
  const isReplying = useLocation({ select: ({ state }) => 'isReplying' in state && state.isReplying === true });
  const [isAdvancing, setAdvancing] = useState(() => readPreference('cod_after_reply') !== 'stay');
  const [isSent, setSent] = useState(false);
  const isEnded = endedStatuses.includes(ticket.status);
  const afterReply: TicketRow = { ...ticket, status: statusAfterReply(ticket.status, 'admin') };
  const resolve = (reply: string) => void changeTicket(afterReply, { kind: 'ticket.status', to: 'resolved' }, reply);
  const isLeaving = queue.isWaiting && isAdvancing;
  /** Opens the next ticket; returns whether there is one. */
  const advance = async () => {
    const following = isLeaving ? (queue.next ?? (await findDueFirst(ticket.id))) : null;
    if (following) open(following, queue.search, { isReplying: true });
    else setSent(true);
    return following !== null;
  };
  return (
    <ReplyForm
      ticketId={ticket.id}
      authorRole="admin"
      Tool={CannedReplies}
      notice={newAnswer ? <NewAnswer answer={newAnswer} /> : null}
      startsFocused={isReplying}
      onSent={advance}
      isLeftAfterSending={isLeaving}
      aside={
        isSent ? (
          <AfterReply queue={queue} />
        ) : queue.isWaiting ? (
          <Switch
            label={t`After sending, open the next ticket`}
            checked={isAdvancing}
            onChange={(on) => {
              writePreference('cod_after_reply', on ? 'next' : 'stay');
              setAdvancing(on);
            }}
          />
        ) : null
      }
      {...(isEnded ? {} : { secondButton: { label: <ResolveLabel />, onSent: resolve } })}
    />
  );
}

/** Offers the next waiting ticket. */
function AfterReply({ queue: { dueFirst, waitingCount } }: { queue: Queue }): ReactNode {
  return (
    <Wrap alignItems="center" gap="3" textStyle="sm" color="fg.muted">
      {dueFirst ? (
        <AnswerNext id={dueFirst} count={waitingCount} />
      ) : (
        <Trans>No other ticket waits for an answer.</Trans>
      )}
    </Wrap>
  );
}

/** On phones an icon, so that the buttons fit in one line. */
function ResolveLabel() {
  return (
    <>
      <chakra.span hideFrom="sm" aria-hidden="true">
        <CheckCheck />
      </chakra.span>
      <chakra.span srOnly={{ base: true, sm: false }}>
        <Trans>Reply and set resolved</Trans>
      </chakra.span>
    </>
  );
}

/**
 * Returns the last answer of a colleague, or message of the customer, that has arrived since the ticket was opened or the
 * user last replied; undefined when there is none.
 */
function useNewAnswer(responses: readonly ResponseRow[]): ResponseRow | undefined {
  const [known] = useState(() => new Set(responses.map(({ id }) => id)));
  const messages = responses.filter((one) => !one.is_internal);
  const isOwn = ({ type, author_name: name }: ResponseRow) => type === 'admin' && name === signedInPerson()?.name;
  return messages.slice(messages.findLastIndex(isOwn) + 1).findLast(({ id }) => !known.has(id));
}

/** A notice in the reply form about an answer that has arrived meanwhile. */
function NewAnswer({ answer }: { answer: ResponseRow }) {
  const name = <bdi>{answer.author_name}</bdi>;
  return (
    <Notice
      tone="warning"
      action={
        <Button size="sm" variant="outline" onClick={showLastMessage}>
          <Trans>Show</Trans>
        </Button>
      }
    >
      {answer.type === 'admin' ? (
        <Trans>{name} has answered since you opened this ticket. Read that answer before you send yours.</Trans>
      ) : (
        <Trans>{name} has written again since you opened this ticket.</Trans>
      )}
    </Notice>
  );
}

const showLastMessage = (): void =>
  [...document.querySelectorAll('article')].at(-1)?.scrollIntoView({ block: 'center' });
