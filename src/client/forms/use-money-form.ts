import { useEffect, useRef, useState } from 'react';
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint.ts';
import { amountMax } from '../../contract/limits.ts';
import { uuidv7 } from '../../contract/uuid.ts';
import type { CallFailure } from '../api/failure.ts';
import { currentDatabase } from '../local/current.ts';
import { makeMoneyCall, settle } from '../sync/money.ts';
import { deleteSeen } from '../sync/outcomes.ts';
import { withoutCurrency } from '../text/money.ts';

/** `checking`: an answer was lost, and the outcome is being found out. `doubt`: that failed, the outcome is not known. */
export type MoneyPhase = 'editing' | 'sending' | 'checking' | 'doubt';

/** The end of a call that moves money. */
export type MoneyOutcome<Answer> =
  /** Without an answer it was lost: the outcome that was found out later is shown in a notice above the page. */
  { kind: 'applied'; answer: Answer | null } | MoneyProblem | { kind: 'unknown' };

/** Why a call was not applied; `notApplied`: its answer was lost, and a check has shown it. */
export type MoneyProblem = { kind: 'refused'; failure: CallFailure } | { kind: 'notApplied' };

interface MoneyState {
  /** The Idempotency-Key: made with the form, and again after each outcome, because an outcome belongs to its key. */
  key: string;
  /** Keys whose outcome the form has shown. */
  spent: readonly string[];
  phase: MoneyPhase;
  /** Why the last call was not applied. */
  problem: MoneyProblem | null;
}

export interface MoneyRequest<E extends Endpoint> {
  endpoint: E;
  input: InputOf<E>;
  /** Details for the message about the outcome. Never a PIN or a password. */
  about: Record<string, unknown>;
  touched?: (answer: OutputOf<E>) => string[];
  /** Stores the answer on this device before `onOutcome` gets it; the outcome is unknown when that fails. */
  store?: (answer: OutputOf<E>) => Promise<void>;
}

/**
 * The state of one form whose call moves money. A second `send` sends nothing while the first has no outcome. `onOutcome`
 * gets each outcome, also one that `check` has found.
 */
export function useMoneyForm<Answer>(onOutcome: (outcome: MoneyOutcome<Answer>) => void) {
  const [state, setState] = useState<MoneyState>(() => ({ key: uuidv7(), spent: [], phase: 'editing', problem: null }));
  const isBusy = useRef(false);
  const leaveSignal = useLeaveSignal();
  const change = (patch: Partial<MoneyState>) => setState((now) => ({ ...now, ...patch }));
  const { key, spent, problem } = state;
  useSeen(problem, spent);

  const runOnce = async (
    phase: MoneyPhase,
    run: () => Promise<MoneyOutcome<Answer>>,
  ): Promise<MoneyOutcome<Answer> | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    change({ phase, problem: null });
    // When the storage fails meanwhile, only the server knows the outcome: the user can only check, not send again.
    const outcome = await run().catch((): MoneyOutcome<Answer> => ({ kind: 'unknown' }));
    isBusy.current = false;
    if (outcome.kind === 'unknown') change({ phase: 'doubt' });
    else change({ phase: 'editing', key: uuidv7(), spent: [...spent, key], problem: problemIn(outcome) });
    onOutcome(outcome);
    return outcome;
  };

  const send = <E extends Endpoint>(request: MoneyRequest<E>) =>
    runOnce(
      'sending',
      () =>
        sendRequest<E>(request, {
          key,
          signal: leaveSignal(),
          onDoubt: () => change({ phase: 'checking' }),
        }) as Promise<MoneyOutcome<Answer>>,
    );

  return {
    ...state,
    /** Whether this form has shown, or will show, the outcome of a call with this key. */
    owns: (one: string) => one === key || spent.includes(one),
    send,
    check: () => runOnce('checking', () => settleCall(key)),
    clearProblem: () => change({ problem: null }),
  };
}

/** What notices and buttons need of a form whose call moves money. */
export interface MoneyForm {
  phase: MoneyPhase;
  problem: { kind: string } | null;
  check: () => Promise<unknown>;
}

const problemIn = <Answer>(outcome: MoneyOutcome<Answer>): MoneyProblem | null =>
  outcome.kind === 'refused' || outcome.kind === 'notApplied' ? outcome : null;

/**
 * Deletes the stored outcome of a call that was not applied once the form no longer shows it, so that no notice repeats
 * it; if that fails, a notice does. A page that is closed meanwhile deletes nothing: the notice is shown with the next one.
 */
function useSeen(problem: MoneyProblem | null, spent: readonly string[]): void {
  const isNotApplied = problem?.kind === 'notApplied';
  useEffect(() => {
    if (!isNotApplied) return undefined;
    const db = currentDatabase();
    return () => void deleteSeen(db, spent).catch(() => undefined);
  }, [isNotApplied, spent]);
}

/**
 * Returns a getter of a signal that is aborted when the component unmounts: a call that moves money then ends its
 * retries, and its outcome is shown in a notice later.
 */
function useLeaveSignal(): () => AbortSignal | undefined {
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
): Promise<MoneyOutcome<OutputOf<E>>> {
  const options = { key, about, onDoubt, ...(signal && { signal }), ...(touched && { touched }) };
  const sent = await makeMoneyCall(currentDatabase(), endpoint, input, options);
  if (sent.kind === 'unknown') return settleCall(key);
  if (sent.kind === 'refused') return sent;
  await store?.(sent.answer);
  return { kind: 'applied', answer: sent.answer };
}

/** Finds out the outcome of a call in doubt. A call that never arrived is cancelled, so that it is never applied. */
async function settleCall(key: string): Promise<MoneyOutcome<never>> {
  const outcome = await settle(currentDatabase(), key);
  if (outcome === 'unknown') return { kind: 'unknown' };
  return outcome === 'applied' ? { kind: 'applied', answer: null } : { kind: 'notApplied' };
}

/** Reads an amount that a user has typed (`12`, `12.5`, `12,50`, `١٢`, `€12`); null when it is not above zero. */
export function readAmount(typed: string): number | null {
  const plain = withoutCurrency(typed)
    .replaceAll(/[\s\u200e\u200f]/g, '')
    .replace(/[,٫]/, '.');
  const amount = /^\d{1,9}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return amount > 0 && amount <= amountMax ? amount : null;
}

/** Moves the focus to the first refused field of a dialog, after it is marked. */
export const focusFirstMistake = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog [aria-invalid]')?.focus());
