import type { Context } from '../../platform/context.ts';
import { hasSessionFrom } from '../../platform/sessions.ts';
import { throttle } from '../../platform/throttle.ts';
import { knownDevice } from './known-device.ts';

const minute = 60_000;

/**
 * Counts a sign-in attempt before its password is checked, and returns a function that takes the count back after a
 * successful sign-in. Throws TOO_MANY_REQUESTS after 5 wrong passwords in a minute from one source, and after 20 in a
 * quarter of an hour from all unknown sources together. Each device and address from which the account signed in before
 * has its own limit of 20, so that strangers' guesses do not lock out the user.
 */
export async function countAttempt(
  ctx: Context,
  email: string,
  account: { id: number } | undefined,
): Promise<() => Promise<void>> {
  const { db, now } = ctx.services;
  const { source, isKnown } = await sourceOf(ctx, account?.id ?? noAccountId);
  const bySource = { name: 'login', subject: `${email} ${source}`, max: 5, within: minute };
  const uncountSource = await throttle(db, bySource, now());
  const longLimit = isKnown
    ? { name: 'login-known', subject: `${email} ${source}` }
    : { name: 'login-all', subject: email };
  const uncountLong = await throttle(db, { ...longLimit, max: 20, within: 15 * minute }, now());
  return async () => {
    await uncountSource();
    await uncountLong();
  };
}

/** An id that no account has: the same queries run for an unknown address, so their duration does not reveal it. */
const noAccountId = 0;

async function sourceOf(ctx: Context, accountId: number): Promise<{ source: string; isKnown: boolean }> {
  const isKnownAddress = await hasSessionFrom(ctx.services.reader, accountId, ctx.address);
  const device = knownDevice(ctx, accountId);
  // A known device has its own count: other devices with the same address cannot use up its attempts.
  return device ? { source: `device ${device}`, isKnown: true } : { source: ctx.address, isKnown: isKnownAddress };
}
