import { Trans, useLingui } from '@lingui/react/macro';
import type { CallFailure } from '../api/failure.ts';
import { useDates } from '../text/dates.ts';
import { TouchLink } from '../ui/app-link.tsx';

/** Why the server has refused a PIN. */
type Reason = 'wrong' | 'locked' | 'disabled' | 'pin_not_set';

type Failure = Pick<CallFailure, 'code' | 'details'>;

const reasonOf = (failure: Failure | null): Reason | null =>
  failure?.code === 'INVALID_PIN' ? ((failure.details?.reason as Reason | undefined) ?? 'wrong') : null;

/** Returns when a locked PIN can be used again, in ms; null for other refusals. */
export function lockedUntilOf(failure: Failure, now: number = Date.now()): number | null {
  const seconds = failure.details?.retry_after;
  return reasonOf(failure) === 'locked' && typeof seconds === 'number' ? now + seconds * 1000 : null;
}

/** Returns the sentence about a refused PIN; null when the PIN was not refused. */
export function usePinRefusal(failure: Failure | null, lockedUntil: number | null): string | null {
  const { t } = useLingui();
  const dates = useDates();
  const time = dates.time(lockedUntil);
  const locked =
    lockedUntil === null
      ? t`Your PIN is locked after five wrong attempts. Try again in 15 minutes.`
      : t`Your PIN is locked after five wrong attempts, until ${time}.`;
  const sentences: Record<Reason, string> = {
    wrong: t`Invalid PIN.`,
    locked,
    disabled: t`Your PIN is disabled after ten wrong attempts.`,
    pin_not_set: t`You have not set a PIN yet.`,
  };
  const reason = reasonOf(failure);
  return reason && (sentences[reason] ?? sentences.wrong);
}

/** The way out of a refused PIN: a link to the settings, where a new PIN is set with the password. */
export function PinHelp({ failure }: { failure: Failure | null }) {
  const reason = reasonOf(failure);
  if (reason === null || reason === 'wrong')
    return <Trans>After five wrong attempts in a row your PIN is locked for 15 minutes.</Trans>;
  return (
    <TouchLink to="/dashboard/settings" search={{ pin: reason } as never}>
      {reason === 'pin_not_set' ? (
        <Trans>Set a PIN in the settings</Trans>
      ) : (
        <Trans>Set a new PIN with your password in the settings</Trans>
      )}
    </TouchLink>
  );
}
