import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { listOrderCodes, replaceCode, revealCodes, type RevealedCode } from '../../../contract/codes.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { returnedStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import { batchNoteMax, type CodeState } from '../../../contract/stock-rules.ts';
import { call } from '../../api/call.ts';
import { may } from '../../api/session.ts';
import { PinDialog, usePinCall } from '../../forms/pin-call.tsx';
import { syncNow } from '../../sync/triggers.ts';
import { refreshRequests, useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import type { StatusLook } from '../../text/statuses.ts';
import { Button } from '../../ui/button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra, Muted, MutedSpan, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';

type ListedCode = OutputOf<typeof listOrderCodes>['codes'][number];
const noTexts: ReadonlyMap<string, RevealedCode> = new Map();

/**
 * The codes of an order for support: how many were opened, and for admins each with who opened it. Their texts are shown
 * with a PIN, which is recorded, and only until the dialog closes. Nothing for an order without codes.
 */
export function AdminOrderCodes({ order }: { order: Order }) {
  const { items } = order;
  const [count, shown] = (['count', 'shown'] as const).map((name) =>
    items.reduce((sum, { codes }) => sum + (codes?.[name] ?? 0), 0),
  ) as [number, number];
  if (!items.some(({ codes }) => codes !== undefined)) return null;
  return (
    <Box as="section" mt="5">
      <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.muted" mb="1.5">
        <Trans>Codes</Trans>
      </chakra.h3>
      <Muted>
        <Plural value={count} one="# code" other="# codes" />
        {' · '}
        <Plural value={shown} _0="none opened" one="# opened" other="# opened" />
      </Muted>
      {may('codes') ? <CodeList order={order} /> : null}
    </Box>
  );
}

function CodeList({ order: { id, rev, status } }: { order: Order }) {
  const isReturned = returnedStatuses.includes(status);
  const online = useOnline();
  const requested = useRequest(`orders/${id}/codes/${rev}`, (signal) => call(listOrderCodes, { id }, { signal }));
  const [texts, setTexts] = useState(noTexts);
  const [isOpening, setOpening] = useState(false);
  const [replaced, setReplaced] = useState<string | null>(null);
  const codes = requested.data?.codes;
  const openDone = (opened: readonly RevealedCode[]) => {
    setTexts(new Map(opened.map((code) => [code.id, code])));
    setOpening(false);
    void syncNow();
  };
  return (
    <>
      <LoadState {...requested} hasData={codes !== undefined} />
      {codes ? (
        <Stack as="ul" gap="2" mt="2" listStyleType="none">
          {codes.map((code) => (
            <CodeLine
              key={code.id}
              code={code}
              text={texts.get(code.id)}
              onReplace={isReturned ? null : () => setReplaced(code.id)}
            />
          ))}
        </Stack>
      ) : null}
      {codes?.length && texts.size === 0 ? (
        <Button mt="3" size="sm" variant="outline" disabled={!online} onClick={() => setOpening(true)}>
          <Eye aria-hidden="true" />
          <Trans>Show the codes…</Trans>
        </Button>
      ) : null}
      {isOpening ? <OpenDialog orderId={id} onDone={openDone} onClose={() => setOpening(false)} /> : null}
      {replaced ? <ReplaceDialog orderId={id} codeId={replaced} onClose={() => setReplaced(null)} /> : null}
    </>
  );
}

interface LineProps {
  code: ListedCode;
  text: RevealedCode | undefined;
  /** null for an order whose money went back. */
  onReplace: (() => void) | null;
}

/** A code by the last digits of its number, which a ticket about it names. */
function CodeLine({ code: { id, state, opened_by: by, opened_at: at }, text, onReplace }: LineProps) {
  const dates = useDates();
  const look = useCodeStates()[state];
  const name = <bdi>{by}</bdi>;
  const time = dates.full(at);
  return (
    <chakra.li borderWidth="1px" borderRadius="lg" px="3" py="2">
      <Wrap justifyContent="space-between" alignItems="center" gap="2">
        <chakra.bdi className="numbers" dir="ltr">
          …{id.slice(-6)}
        </chakra.bdi>
        <StatusBadge {...look} />
        {onReplace && (state === 'sold' || state === 'shown') ? (
          <Button size="sm" variant="ghost" onClick={onReplace}>
            <Trans>Replace…</Trans>
          </Button>
        ) : null}
      </Wrap>
      {by ? (
        <MutedSpan display="block" textStyle="xs">
          <Trans>
            Opened by {name}, {time}
          </Trans>
        </MutedSpan>
      ) : null}
      {text ? (
        <chakra.bdi dir="ltr" display="block" fontFamily="mono" overflowWrap="anywhere" mt="1">
          <span translate="no">{[text.code, text.serial, text.pin].filter(Boolean).join(' · ')}</span>
        </chakra.bdi>
      ) : null}
    </chakra.li>
  );
}

function useCodeStates(): Record<CodeState, StatusLook> {
  const { t } = useLingui();
  return {
    free: { label: t`Free`, tone: 'neutral' },
    sold: { label: t`Not opened`, tone: 'blue' },
    held: { label: t`Held`, tone: 'blue' },
    shown: { label: t`Opened`, tone: 'green' },
    faulty: { label: t`Replaced`, tone: 'red' },
    withdrawn: { label: t`Withdrawn`, tone: 'neutral' },
    expired: { label: t`Expired`, tone: 'neutral' },
  };
}

interface OpenProps {
  orderId: number;
  onDone: (codes: readonly RevealedCode[]) => void;
  onClose: () => void;
}

function OpenDialog({ orderId, onDone, onClose }: OpenProps) {
  const pinCall = usePinCall({
    send: ({ pin }) => call(revealCodes, { id: orderId, pin }),
    onDone: ({ codes }) => onDone(codes),
    reasonMax: null,
  });
  return (
    <PinDialog title={<Trans>Show the codes</Trans>} action={<Trans>Show</Trans>} {...{ pinCall, onClose }}>
      <Trans>The customer reads who opened a code. An opened code does not go back into the stock.</Trans>
    </PinDialog>
  );
}

function ReplaceDialog({ orderId, codeId, onClose }: { orderId: number; codeId: string; onClose: () => void }) {
  const { t } = useLingui();
  const pinCall = usePinCall({
    send: (fields, key) => call(replaceCode, { id: codeId, ...fields }, { key }),
    onDone: () => {
      toast({ tone: 'success', title: t`Code replaced` });
      refreshRequests(`orders/${orderId}/codes`);
      void syncNow();
      onClose();
    },
    reasonMax: batchNoteMax,
  });
  return (
    <PinDialog title={<Trans>Replace a code</Trans>} action={<Trans>Replace</Trans>} {...{ pinCall, onClose }}>
      <Trans>The order gets the next free code at no charge. This cannot be undone.</Trans>
    </PinDialog>
  );
}
