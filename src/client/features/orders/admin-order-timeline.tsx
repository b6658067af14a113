import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { readOrderHistory, type OrderHistoryEntry } from '../../../contract/order-history.ts';
import { call } from '../../api/call.ts';
import { useHistory } from '../../lists/use-history.ts';
import { useStatuses } from '../../text/statuses.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { IsolatedText } from '../../ui/free-text.tsx';
import { LoadState, MoreButton } from '../../ui/load-state.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { AskedField } from './admin-order-ask.ts';
import { ChangedAnswers } from './admin-changed-answers.tsx';
import { HistoryEntry } from './history-entry.tsx';
import { Box, HStack, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  id: number;
  /** The revision of the order: another one requests the history again. */
  version: number;
  /** The fields of the order, for their labels. */
  fields: readonly AskedField[];
}

/** The changes of an order from the server's log, newest first; requested when it is opened. */
export function OrderTimeline(props: Props) {
  return (
    <Box mt="5">
      <Disclosure title={<Trans>History</Trans>} pt="1">
        <Changes {...props} />
      </Disclosure>
    </Box>
  );
}

const changesPerPage = 20;

const loadChanges = (id: number, page: number, signal: AbortSignal) =>
  call(readOrderHistory, { id, page, per_page: changesPerPage }, { signal });

function Changes({ id, version, fields }: Props) {
  const { t } = useLingui();
  const changes = useHistory(`orders/${id}/changes`, (page, signal) => loadChanges(id, page, signal), version);
  return (
    <>
      <ol aria-label={t`History of order ${id}`}>
        {changes.data?.map((change) => (
          <Change key={change.id} change={change} fields={fields} />
        ))}
      </ol>
      <LoadState {...changes} hasData={changes.data !== undefined} lines={4}>
        <Trans>You are offline. The history is loaded when you are connected.</Trans>
      </LoadState>
      <MoreButton {...changes} />
    </>
  );
}

interface ChangeProps extends Pick<Props, 'fields'> {
  change: OrderHistoryEntry;
}

/** One change: what and by how much, from which status to which, the notes and the proof, the answers, who and when. */
function Change({ change, fields }: ChangeProps) {
  const { t } = useLingui();
  const { action, amount, action_by: author } = change;
  const valueOf = (name: string) => change.fields.find(({ field }) => field === name);
  const [status, proof] = [valueOf('status'), valueOf('file_id')];
  const names: Record<string, string> = {
    'order.place': t`Order placed`,
    'order.status': t`Status changed`,
    'order.deliver': t`Delivery`,
    'order.refund_part': t`Returned in part`,
    'order.ask': t`Asked to correct`,
    'order.answers': t`Corrected by the customer`,
  };
  return (
    <HistoryEntry>
      <Box display="flex" justifyContent="space-between" gap="3" fontWeight="medium">
        {names[action] ?? action}
        {amount === null ? null : <MoneyText amount={amount} change />}
      </Box>
      {status ? <FromTo from={String(status.old_value)} to={String(status.new_value)} /> : null}
      <ChangedAnswers change={change} fields={fields} />
      <Words change={change} />
      {proof ? (
        <HStack gap="1.5" textStyle="sm">
          <Paperclip size={14} aria-hidden="true" />
          {proof.old_value === null ? <Trans>Proof attached</Trans> : <Trans>Proof replaced</Trans>}
        </HStack>
      ) : null}
      {amount === null ? null : <Effect amount={amount} />}
      <Box textStyle="xs" color="fg.muted">
        <RelativeTime at={change.created_at} ago />
        {author === null ? null : (
          <>
            {' · '}
            <IsolatedText>{author}</IsolatedText>
          </>
        )}
      </Box>
    </HistoryEntry>
  );
}

/** Delivery notes, the reason of a part that was returned, or what is wrong with answers. */
function Words({ change: { reason, fields } }: Pick<ChangeProps, 'change'>) {
  const written = fields.find(({ field }) => field === 'notes' || field === 'text')?.new_value;
  const text = reason ?? written;
  return typeof text === 'string' ? (
    <FreeText textStyle="sm" whiteSpace="pre-wrap">
      {text}
    </FreeText>
  ) : null;
}

function FromTo({ from, to }: { from: string; to: string }) {
  const { t } = useLingui();
  const statuses = useStatuses();
  return (
    <Wrap alignItems="center" gap="1.5" py="1">
      <StatusBadge {...statuses.order(from, 'admin')} />
      <ArrowRight size={14} data-mirror="" role="img" aria-label={t`to`} />
      <StatusBadge {...statuses.order(to, 'admin')} />
    </Wrap>
  );
}

/** What the change did to the customer's balance, in words. */
function Effect({ amount }: { amount: number }): ReactNode {
  return (
    <Box textStyle="sm" color="fg.muted">
      {amount > 0 ? (
        <Trans>Returned to the customer’s balance</Trans>
      ) : (
        <Trans>Taken from the customer’s balance</Trans>
      )}
    </Box>
  );
}
