import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { currentDatabase } from '../../local/current.ts';
import { serverNow, useDates } from '../../text/dates.ts';
import { useFormatCount } from '../../text/money.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/load-state.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { chakra, Muted, Stack } from '../../ui/theme/styled.tsx';
import type { Progress } from './download-movements.ts';
import { FaultNotice } from './fault-notice.tsx';
import { verifyBalance, type Verdict } from './verify-balance.ts';

/** Recomputes the balance on this device from all movements, with its progress and its result; closing it cancels. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { progress, verdict, at, failure, retry } = useVerification();
  const isRunning = !verdict && !failure;
  return (
    <SheetDialog
      open
      onClose={onClose}
      title={<Trans>Verify the balance</Trans>}
      description={
        <Trans>This device reads every movement from the server and computes your balance from them again.</Trans>
      }
      footer={
        <Button variant="outline" onClick={onClose}>
          {isRunning ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </Button>
      }
    >
      {isRunning ? <Reading progress={progress} /> : null}
      {failure ? <FailureNotice failure={failure} onRetry={retry} /> : null}
      {verdict ? <Result verdict={verdict} at={at} /> : null}
    </SheetDialog>
  );
}

function Reading({ progress }: { progress: Progress | null }) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const { read, total } = progress ?? { read: 0, total: 0 };
  const [readText, totalText] = [formatCount(read), formatCount(total)];
  return (
    <>
      <Track
        role="progressbar"
        aria-label={t`Movements read`}
        aria-valuenow={read}
        aria-valuemin={0}
        aria-valuemax={total}
      >
        <Bar style={{ width: `${total > 0 ? Math.min(100, (read / total) * 100) : 0}%` }} />
      </Track>
      <Muted mt="2" className="numbers">
        {progress ? (
          <Trans>
            {readText} of {totalText} movements read
          </Trans>
        ) : (
          <Trans>Reading the movements…</Trans>
        )}
      </Muted>
    </>
  );
}

function Result({ verdict, at }: { verdict: Verdict; at: number }) {
  const time = useDates().full(at);
  const { fault, hashes, lost, count, added, taken, sum } = verdict;
  return (
    <Stack gap="4">
      {fault ? (
        <FaultNotice fault={fault} />
      ) : (
        <Notice
          tone="success"
          title={
            <Plural value={count} _0="There are no movements." one="# movement fits." other="All # movements fit." />
          }
        >
          <chakra.p>
            <Trans>Each begins where the one before ended, and together they are your balance.</Trans>
          </chakra.p>
          {count > 0 ? <Checksums hashes={hashes} /> : null}
        </Notice>
      )}
      {lost === null ? null : <RestoredNotice id={lost} />}
      <chakra.dl display="grid" gridTemplateColumns="1fr auto" columnGap="4" rowGap="2">
        <Fact name={<Trans>Added</Trans>} amount={added} />
        <Fact name={<Trans>Spent</Trans>} amount={taken === 0 ? 0 : -taken} />
        <Fact name={<Trans>Sum of all movements</Trans>} amount={sum} isTotal />
      </chakra.dl>
      <Muted textStyle="meta">
        <Trans>Verified on {time}</Trans>
      </Muted>
    </Stack>
  );
}

/** Whether the hashes of the movements were checked, or why not. */
function Checksums({ hashes }: Pick<Verdict, 'hashes'>) {
  switch (hashes) {
    case 'checked':
      return (
        <chakra.p>
          <Trans>Their checksums fit, and those that this device remembers are the same.</Trans>
        </chakra.p>
      );
    case 'noCrypto':
      return (
        <chakra.p>
          <Trans>Their checksums could not be computed: a browser does that only at an address with https.</Trans>
        </chakra.p>
      );
    case 'noHashes':
      return (
        <chakra.p>
          <Trans>Their checksums could not be checked: the server does not send them.</Trans>
        </chakra.p>
      );
  }
}

/** Says that the server was restored, and from which movement on it lacks what this device saw. */
function RestoredNotice({ id }: { id: number }) {
  return (
    <Notice tone="warning" title={<Trans>The server was restored from a backup.</Trans>}>
      <Trans>
        Since then, movement {id}, which this device saw before, is missing or different. Ask support if you miss a
        movement.
      </Trans>
    </Notice>
  );
}

function Fact({ name, amount, isTotal = false }: { name: ReactNode; amount: number; isTotal?: boolean }) {
  const weight = isTotal ? { fontWeight: 'semibold' } : {};
  return (
    <>
      <chakra.dt color={isTotal ? 'fg' : 'fg.muted'} {...weight}>
        {name}
      </chakra.dt>
      <chakra.dd textAlign={{ base: 'end', _rtl: 'start' }} {...weight}>
        <MoneyText amount={amount} change={!isTotal} />
      </chakra.dd>
    </>
  );
}

const Track = chakra('div', { base: { h: '2', borderRadius: 'full', bg: 'bg.emphasized', overflow: 'hidden' } });
const Bar = chakra('div', {
  base: { h: 'full', bg: 'brand.solid', transitionProperty: 'width', transitionDuration: 'slow' },
});

/** A verification under way or ended. */
interface Verification {
  /** How much is downloaded; null until the first page has arrived. */
  progress: Progress | null;
  verdict: Verdict | null;
  /** When it ended, in ms since the epoch. */
  at: number;
  failure: CallFailure | null;
}

const begun: Verification = { progress: null, verdict: null, at: 0, failure: null };

/** Verifies the balance as soon as the component is shown, until it is no longer shown; `retry` begins again. */
function useVerification(): Verification & { retry: () => void } {
  const [state, setState] = useState(begun);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const update = (change: Partial<Verification>) => {
      if (!signal.aborted) setState((old) => ({ ...old, ...change }));
    };
    verifyBalance(currentDatabase(), { signal, onProgress: (progress) => update({ progress }) }).then(
      (verdict) => update({ verdict, at: serverNow() }),
      (thrown: unknown) => {
        if (!signal.aborted) update({ failure: asFailure(thrown) });
      },
    );
    return () => stop.abort();
  }, [attempt]);
  const retry = () => {
    setState(begun);
    setAttempt((now) => now + 1);
  };
  return { ...state, retry };
}
