import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download, Eye, EyeOff, Printer, QrCode as QrCodeIcon, TicketPlus } from 'lucide-react';
import { useState } from 'react';
import { revealCodes } from '../../../contract/codes.ts';
import type { Order } from '../../../contract/orders.ts';
import { call } from '../../api/call.ts';
import { signedInPerson } from '../../api/session.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { currentDatabase, isCurrent } from '../../local/current.ts';
import { keepOpenedCodes, readOpenedCodes, removeOpenedCodes } from '../../local/opened-codes.ts';
import type { OpenedCode } from '../../local/rows.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useDates } from '../../text/dates.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Box, chakra, Muted, MutedSpan, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { CodesPaper } from './codes-paper.tsx';

/**
 * The codes of the customer's order: hidden until they are opened, which needs a connection and is recorded, because an
 * opened code is not taken back. Opened ones stay readable on this device, or until this closes where the device cannot
 * store them. Nothing for an order without codes.
 */
export function OrderCodes({ order }: { order: Order }) {
  const { id, items } = order;
  const codes = items.flatMap((item) => item.codes ?? []);
  const kept = useLiveQuery(() => readOpenedCodes(currentDatabase(), id), [id]);
  const [unkept, setUnkept] = useState<readonly OpenedCode[]>([]);
  if (codes.length === 0 || kept === undefined) return null;
  const opened = unkept.length > 0 ? unkept : kept;
  const hidden = hiddenCodes(codes, opened);
  return (
    <Box as="section" mt="5">
      <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.muted" mb="1.5">
        <Trans>Your codes</Trans>
      </chakra.h3>
      <Stack gap="3">
        {unkept.length > 0 ? (
          <Notice tone="warning">
            <Trans>This device cannot keep these codes. Copy or save them before you close the order.</Trans>
          </Notice>
        ) : null}
        {opened.map((code) => (
          <CodeCard key={code.id} code={code} orderId={id} />
        ))}
        {hidden > 0 ? <HiddenCodes orderId={id} count={hidden} onUnkept={setUnkept} /> : null}
        {opened.length > 0 ? <AllCodes order={order} codes={opened} onRemoved={() => setUnkept([])} /> : null}
      </Stack>
    </Box>
  );
}

/** How many codes of an order this device does not have; one that was replaced meanwhile counts for its replacement. */
function hiddenCodes(
  codes: readonly NonNullable<Order['items'][number]['codes']>[],
  opened: readonly OpenedCode[],
): number {
  const sumOf = (name: 'count' | 'faulty') => codes.reduce((sum, one) => sum + one[name], 0);
  const replaced = opened.filter(({ state }) => state === 'faulty').length;
  return Math.max(sumOf('count') - (opened.length - replaced), sumOf('faulty') - replaced);
}

interface HiddenProps {
  orderId: number;
  count: number;
  /** Takes opened codes that this device cannot store. */
  onUnkept: (codes: readonly OpenedCode[]) => void;
}

function HiddenCodes({ orderId, count, onUnkept }: HiddenProps) {
  const online = useOnline();
  const { failure: sentenceOf } = useRefusalText();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const { busy, whileBusy } = useBusy();
  const open = async () => {
    setFailure(null);
    const db = currentDatabase();
    const answer = await call(revealCodes, { id: orderId }).catch(asFailure);
    if (!('codes' in answer)) return setFailure(answer);
    // Another user may have signed in meanwhile.
    if (!isCurrent(db)) return;
    const opened = answer.codes.map((code) => ({ ...code, order_id: orderId, at: Date.now() }));
    await keepOpenedCodes(db, orderId, opened).catch(() => onUnkept(opened));
  };
  return (
    <Card>
      <Muted>
        <Plural
          value={count}
          one="# code is yours. Once it is shown, it cannot be returned."
          other="# codes are yours. Once they are shown, they cannot be returned."
        />
      </Muted>
      {failure ? <FieldError>{sentenceOf(failure)}</FieldError> : null}
      <OfflineReason online={online}>
        <Trans>You are offline. Codes are shown with a connection.</Trans>
      </OfflineReason>
      <Button alignSelf="flex-start" loading={busy} disabled={!online} onClick={() => void whileBusy(open)}>
        <Eye aria-hidden="true" />
        <Trans>Show codes</Trans>
      </Button>
    </Card>
  );
}

const QrCode = lazyPart(async () => (await import('../../ui/qr-code.tsx')).QrCode, null, { isOptional: true });

/** A code with its serial number and PIN, each copied alone, and as a QR code for another device. */
function CodeCard({ code: { id, code, serial, pin, expires_at: expires, state, opened_by: by }, orderId }: CodeProps) {
  const { t } = useLingui();
  const dates = useDates();
  const isFaulty = state === 'faulty';
  const [hasQr, setQr] = useState(false);
  return (
    <Card opacity={isFaulty ? 0.6 : undefined}>
      <Part name={t`Code`} value={code} isLarge />
      {serial ? <Part name={t`Serial number`} value={serial} /> : null}
      {pin ? <Part name={t`PIN`} value={pin} /> : null}
      {hasQr ? <QrCode text={code} label={t`QR code`} /> : null}
      <Wrap justifyContent="space-between" alignItems="center" gap="2">
        <MutedSpan textStyle="xs">
          {isFaulty ? (
            <Trans>This code was replaced.</Trans>
          ) : expires === null ? null : (
            <Trans>Valid until {dates.short(expires)}</Trans>
          )}
          <OpenedByOther name={by} />
        </MutedSpan>
        {isFaulty ? null : (
          <Wrap gap="1">
            <Button size="sm" variant="ghost" aria-expanded={hasQr} onClick={() => setQr(!hasQr)}>
              <QrCodeIcon aria-hidden="true" />
              <Trans>QR code</Trans>
            </Button>
            <ProblemLink orderId={orderId} codeId={id} />
          </Wrap>
        )}
      </Wrap>
    </Card>
  );
}

/** Opens a ticket that names the code by the end of its number; its text is in no ticket. */
const ProblemLink = ({ orderId, codeId }: { orderId: number; codeId: string }) => (
  <ButtonLink
    size="sm"
    variant="ghost"
    to="/user/tickets/create"
    search={{ order_id: orderId, code: codeId.slice(-6) } as never}
  >
    <TicketPlus aria-hidden="true" />
    <Trans>Code does not work</Trans>
  </ButtonLink>
);

/** Who opened the code before the customer did; nothing when that was the customer. */
function OpenedByOther({ name }: { name: string | null }) {
  if (name === null || name === signedInPerson()?.name) return null;
  const admin = <bdi>{name}</bdi>;
  return (
    <chakra.span display="block">
      <Trans>Opened first by {admin}</Trans>
    </chakra.span>
  );
}

interface CodeProps {
  code: OpenedCode;
  orderId: number;
}

function Part({ name, value, isLarge = false }: { name: string; value: string; isLarge?: boolean }) {
  return (
    <Wrap justifyContent="space-between" alignItems="center" gap="2">
      <Box minW="0" flex="1">
        <MutedSpan display="block" textStyle="xs">
          {name}
        </MutedSpan>
        <chakra.bdi
          dir="ltr"
          className="numbers"
          fontFamily="mono"
          textStyle={isLarge ? 'lg' : 'md'}
          overflowWrap="anywhere"
        >
          <span translate="no">{value}</span>
        </chakra.bdi>
      </Box>
      <CopyButton text={value} />
    </Wrap>
  );
}

interface AllProps {
  order: Order;
  codes: readonly OpenedCode[];
  onRemoved: () => void;
}

/** What is done with all codes of the order that are on this device. */
function AllCodes({ order, codes, onRemoved }: AllProps) {
  const { id: orderId } = order;
  const { busy, whileBusy } = useBusy();
  const valid = codes.filter(({ state }) => state !== 'faulty');
  const lines = valid.map(({ code, serial, pin }) => [code, serial, pin].filter(Boolean).join('\t'));
  const save = () => saveFile(`codes-${orderId}.txt`, new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/plain' }));
  return (
    <Wrap gap="2">
      {lines.length > 1 ? <CopyButton text={lines.join('\n')} /> : null}
      <Button size="sm" variant="outline" onClick={save}>
        <Download aria-hidden="true" />
        <Trans>Save as .txt</Trans>
      </Button>
      <Button size="sm" variant="outline" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        <Trans>Print</Trans>
      </Button>
      <CodesPaper order={order} codes={valid} />
      <Button
        size="sm"
        variant="ghost"
        loading={busy}
        onClick={() => void whileBusy(() => removeOpenedCodes(currentDatabase(), orderId).then(onRemoved))}
      >
        <EyeOff aria-hidden="true" />
        <Trans>Remove from this device</Trans>
      </Button>
    </Wrap>
  );
}

const Card = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '2', p: '3.5', borderWidth: '1px', borderRadius: 'lg' },
});
