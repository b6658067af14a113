import type { Context } from '../../platform/context.ts';
import { hasSessionFrom } from '../../platform/sessions.ts';
import { throttle } from '../../platform/throttle.ts';
import { knownDevice } from './known-device.ts';

const minute = 60_000;

/**
 * Counts an attempt to sign in before its password is looked at, and returns what takes the count back when it was
 * right. Refuses with TOO_MANY_REQUESTS after 5 wrong passwords in a minute from one place, and after 20 in a quarter of
 * an hour from all strangers together. A device or an address that the account signed in from before has such a limit of
 * its own: strangers cannot use it up, so that nobody is locked out of an account by the guesses of others.
 */
export async function countAttempt(
  ctx: Context,
  email: string,
  account: { id: number } | undefined,
): Promise<() => Promise<void>> {
  const { db, now } = ctx.means;
  const { place, isKnown } = await placeOf(ctx, account?.id ?? nobody);
  const here = { name: 'login', of: `${email} ${place}`, max: 5, within: minute };
  const takeBackHere = await throttle(db, here, now());
  const all = isKnown ? { name: 'login-known', of: `${email} ${place}` } : { name: 'login-all', of: email };
  const takeBackAll = await throttle(db, { ...all, max: 20, within: 15 * minute }, now());
  return async () => {
    await takeBackHere();
    await takeBackAll();
  };
}

/** An id without an account: an unknown e-mail address takes the same time as a known one. */
const nobody = 0;

async function placeOf(ctx: Context, accountId: number): Promise<{ place: string; isKnown: boolean }> {
  const wasHere = await hasSessionFrom(ctx.means.reader, accountId, ctx.address);
  const device = knownDevice(ctx, accountId);
  // A device counts for itself: whoever shares its address cannot use up its attempts.
  return device ? { place: `device ${device}`, isKnown: true } : { place: ctx.address, isKnown: wasHere };
}
