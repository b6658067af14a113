import type { Context } from '../../platform/context.ts';
import { newToken, sameText, sign } from '../../platform/secrets/tokens.ts';

const day = 86_400_000;
/** Ms a device is known after a sign-in. */
const knownFor = 365 * day;
/** Accounts that one device is known to at once. */
const accountsMax = 3;

/**
 * A cookie in which a browser keeps the proof that an account signed in on it: time, device and signature, one proof for
 * each of the last accounts, the newest first. It names nobody, opens nothing, and outlives a sign-out.
 */
const cookieName = ({ means }: Context): string =>
  means.home().startsWith('https://') ? '__Host-comptoir_device' : 'comptoir_device';

/** The device of the request, when this account signed in on it within a year; else undefined. */
export function knownDevice(ctx: Context, accountId: number): string | undefined {
  return proofsOf(ctx).find((proof) => isOf(ctx, proof, accountId))?.device;
}

/** Gives the browser the proof that this account has signed in on it; the device keeps the id it has for the account. */
export function rememberDevice(ctx: Context, accountId: number): void {
  const device = knownDevice(ctx, accountId) ?? newToken().slice(0, 22);
  const issued = ctx.means.now().toString(36);
  const proof = { issued, device, signature: signatureOf(ctx, { issued, device }, accountId) };
  const others = proofsOf(ctx).filter((one) => !isOf(ctx, one, accountId));
  const value = [proof, ...others.slice(0, accountsMax - 1)].map(asText).join('~');
  ctx.cookies.write(cookieName(ctx), value, { maxAge: knownFor / 1000 });
}

interface Proof {
  /** Ms since epoch, base 36. */
  issued: string;
  device: string;
  signature: string;
}

const asText = ({ issued, device, signature }: Proof): string => `${issued}.${device}.${signature}`;

function proofsOf(ctx: Context): Proof[] {
  const parts = (ctx.cookies.read(cookieName(ctx)) ?? '').split('~', accountsMax);
  return parts.flatMap((part) => {
    const [, issued, device, signature] = /^([a-z\d]{1,12})\.([\w-]{22})\.([\w-]{43})$/.exec(part) ?? [];
    return issued && device && signature ? [{ issued, device, signature }] : [];
  });
}

function isOf(ctx: Context, proof: Proof, accountId: number): boolean {
  const age = ctx.means.now() - Number.parseInt(proof.issued, 36);
  return age >= 0 && age < knownFor && sameText(proof.signature, signatureOf(ctx, proof, accountId));
}

const signatureOf = ({ means }: Context, { issued, device }: Omit<Proof, 'signature'>, accountId: number): string =>
  sign(means.settings.pepper, `known device ${accountId} ${issued} ${device}`);
