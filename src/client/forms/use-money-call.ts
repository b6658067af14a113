import { useEffect, useRef, useState } from 'react';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { uuidv7 } from '../../contract/uuid.ts';
import type { CallFailure } from '../api/failure.ts';
import { currentDatabase } from '../local/current.ts';
import { makeMoneyCall, settle } from '../sync/money.ts';
import { deleteSeen } from '../sync/outcomes.ts';

/** `checking`: an answer was lost, and the outcome is being found out. `doubt`: that failed, the outcome is not known. */
export type MoneyPhase = 'editing' | 'sending' | 'checking' | 'doubt';

/** `settled`: the answer was lost, and the outcome that was requested later is shown in a notice above the page. */
export type MoneyResult<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'settled'; isApplied: boolean }
  | { kind: 'unknown' };

interface MoneyState {
  /** The Idempotency-Key: made with the form, and again after each outcome, because an outcome belongs to its key. */
  key: string;
  /** Keys whose outcome the form has shown. */
  spent: readonly string[];
  phase: MoneyPhase;
  /** The last call was not applied, as a check has shown. */
  isNotApplied: boolean;
}

export interface MoneyRequest<E extends Endpoint> {
  endpoint: E;
  input: InputOf<E>;
  /** Details for the message about the outcome. Never a PIN or a password. */
  about: Record<string, unknown>;
  touched?: (answer: OutputOf<E>) => string[];
  /** Stores the answer on this device before `onResult` gets it; the outcome is unknown when that fails. */
  store?: (answer: OutputOf<E>) => Promise<void>;
}

/**
 * The state of one form whose call moves money. A second `send` sends nothing while the first has no outcome. `onResult`
 * gets each outcome, also one that `check` has found.
 */
export function useMoneyCall<Answer>(onResult: (result: MoneyResult<Answer>) => void) {
  const [state, setState] = useState<MoneyState>(() => ({
    key: uuidv7(),
    spent: [],
    phase: 'editing',
    isNotApplied: false,
  }));
  const isBusy = useRef(false);
  const leaveSignal = useLeaveSignal();
  const change = (patch: Partial<MoneyState>) => setState((now) => ({ ...now, ...patch }));
  const { key, spent, isNotApplied } = state;

  const runOnce = async (
    phase: MoneyPhase,
    run: () => Promise<MoneyResult<Answer>>,
  ): Promise<MoneyResult<Answer> | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    change({ phase, isNotApplied: false });
    // When the storage fails meanwhile, only the server knows the outcome: the user can only check, not send again.
    const result = await run().catch((): MoneyResult<Answer> => ({ kind: 'unknown' }));
    isBusy.current = false;
    const isSettled = result.kind === 'settled';
    if (result.kind === 'unknown') change({ phase: 'doubt' });
    else
      change({
        phase: 'editing',
        key: uuidv7(),
        spent: [...spent, key],
        isNotApplied: isSettled && !result.isApplied,
      });
    onResult(result);
    return result;
  };

  /** Deletes the stored outcome that the form shows, so that no notice repeats it; if that fails, a notice does. */
  const acknowledge = () => {
    if (isNotApplied) void deleteSeen(currentDatabase(), spent).catch(() => undefined);
  };

  const send = <E extends Endpoint>(request: MoneyRequest<E>) => {
    acknowledge();
    return runOnce(
      'sending',
      () =>
        sendRequest<E>(request, {
          key,
          signal: leaveSignal(),
          onDoubt: () => change({ phase: 'checking' }),
        }) as Promise<MoneyResult<Answer>>,
    );
  };

  const check = () => runOnce('checking', () => settleCall(key));

  return { ...state, send, check, acknowledge };
}

/**
 * Returns a getter of a signal that is aborted when the component unmounts: a call that moves money then ends its
 * retries, and its outcome is shown in a notice later.
 */
export function useLeaveSignal(): () => AbortSignal | undefined {
  const controller = useRef<AbortController>(null);
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current?.abort();
  }, []);
  return () => controller.current?.signal;
}

/**
 * Returns a value as it was before `isFrozen`. The preview of a call that moves money starts from the balance at the moment
 * of sending: one that is read while the outcome is not known may already contain the call.
 */
export function useFrozen<Value>(value: Value, isFrozen: boolean): Value {
  const [kept, setKept] = useState({ value });
  if (!isFrozen && !Object.is(kept.value, value)) setKept({ value });
  return isFrozen ? kept.value : value;
}

interface SendOptions {
  key: string;
  /** Aborted when the user leaves, which ends the retries. */
  signal: AbortSignal | undefined;
  onDoubt: () => void;
}

async function sendRequest<E extends Endpoint>(
  { endpoint, input, about, touched, store }: MoneyRequest<E>,
  { key, signal, onDoubt }: SendOptions,
): Promise<MoneyResult<OutputOf<E>>> {
  const options = { key, about, onDoubt, ...(signal && { signal }), ...(touched && { touched }) };
  const sent = await makeMoneyCall(currentDatabase(), endpoint, input, options);
  if (sent.kind === 'unknown') return settleCall(key);
  if (sent.kind === 'done') await store?.(sent.answer);
  return sent;
}

/** Finds out the outcome of a call in doubt. A call that never arrived is cancelled, so that it is never applied. */
async function settleCall(key: string): Promise<MoneyResult<never>> {
  const outcome = await settle(currentDatabase(), key);
  return outcome === 'unknown' ? { kind: 'unknown' } : { kind: 'settled', isApplied: outcome === 'applied' };
}
