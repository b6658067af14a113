import { useLingui } from '@lingui/react/macro';
import { uuidv7 } from '../../contract/uuid.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import { currentDatabase } from '../local/current.ts';
import { cancelKey } from '../sync/cancel.ts';
import { isDefinite } from '../sync/error-table.ts';

/** An attempt to save a form, which the server may have received. */
export interface SaveAttempt {
  /** What was sent, as JSON: equal for equal values. */
  text: string;
  /** Its idempotency key: the server applies the same values with the same key once. */
  key: string;
}

/**
 * Makes the server decide an attempt whose answer was lost, before other values are sent: it is applied, or never will be.
 * Returns the records that it touched, as `entity:key`; null when it was not applied. Throws `CallFailure` while that is
 * not known (`isUndecided`): nothing may be sent then.
 */
export async function decideAttempt({ key }: Pick<SaveAttempt, 'key'>): Promise<readonly string[] | null> {
  const outcome = await cancelKey(currentDatabase(), key);
  if (outcome === 'unknown') throw new CallFailure('unreachable', { details: { isUndecided: true } });
  return outcome.state === 'applied' ? outcome.touched : null;
}

/**
 * Returns the sentence for a form that was not sent because its attempt before is not decided; null for other failures
 * and without one.
 */
export function useUndecidedText(): (failure: Pick<CallFailure, 'details'> | null) => string | null {
  const { t } = useLingui();
  return (failure) =>
    failure?.details?.isUndecided === true
      ? t`It is not known yet whether the last save has arrived, so nothing was sent. Try again in a moment.`
      : null;
}

/** The failure of a save whose record another admin has changed since the attempt before was applied. */
export const changedSince = (current: object): CallFailure =>
  new CallFailure('refused', { code: 'REVISION_CHANGED', details: { current } });

type Version = { rev: number } | null;

/** How a form without a draft saves its record. A new record has no version. */
interface Saving<Values, Shown extends Version, Answer extends object> {
  /** Sends values that are based on a version. Throws `CallFailure`. */
  send: (values: Values, version: Shown, key: string) => Promise<Answer>;
  /** Returns the version of the record in an answer; `touched` are the records that the save has touched. */
  versionIn: (answer: Answer, touched: readonly string[]) => Shown;
  /** Returns whether a version has the values that were sent, and not those of another admin. */
  hasValues: (version: Shown, sent: Values) => boolean;
}

/**
 * Returns the function with which one form saves its record: after a lost answer the same values are sent with the same
 * key, and other values only when that attempt is decided, over the version that it has made.
 */
export function createSaving<Values, Shown extends Version, Answer extends object>({
  send,
  versionIn,
  hasValues,
}: Saving<Values, Shown, Answer>): (values: Values, version: Shown) => Promise<Answer> {
  let lost: { values: Values; version: Shown; key: string } | null = null;
  /** The version that a lost attempt has made over the one that the form shows. */
  let made: { version: Shown; over: number | undefined } | null = null;

  /** Sends the values of `lost`, which is null again when the answer is definite. */
  const sendLost = async ({ values, version, key }: NonNullable<typeof lost>): Promise<Answer> => {
    const answer = await send(values, version, key).catch(asFailure);
    if (!(answer instanceof CallFailure) || isDefinite(answer)) lost = null;
    if (answer instanceof CallFailure) throw answer;
    return answer;
  };

  const decideLost = async (attempt: NonNullable<typeof lost>, shown: Shown): Promise<void> => {
    const touched = await decideAttempt(attempt);
    if (touched === null) {
      lost = null;
      return;
    }
    // A repetition of what was applied changes nothing; its answer has the record.
    const answer = await sendLost(attempt);
    const version = versionIn(answer, touched);
    made = { version, over: shown?.rev };
    if (!hasValues(version, attempt.values)) throw changedSince(answer);
  };

  return async (values, shown) => {
    if (lost && JSON.stringify(lost.values) !== JSON.stringify(values)) await decideLost(lost, shown);
    const version = made && made.over === shown?.rev ? made.version : shown;
    lost ??= { values, version, key: uuidv7() };
    return sendLost(lost);
  };
}
