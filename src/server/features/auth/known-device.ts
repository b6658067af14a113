import type { Context } from '../../platform/context.ts';
import { newToken, isSameText, sign } from '../../platform/crypto/tokens.ts';

const day = 86_400_000;
/** How long a device is known after a sign-in. */
const knownFor = 365 * day;
/** Maximum number of accounts to which one device is known. */
const accountsMax = 3;

/**
 * The cookie that proves which accounts signed in with this browser: time, device id and signature of each of the last
 * accounts, the newest first. The cookie contains no name, grants no access, and stays after a sign-out.
 */
const cookieName = ({ services }: Context): string =>
  services.publicUrl().startsWith('https://') ? '__Host-comptoir_device' : 'comptoir_device';

/** Returns the device id of the request if this account signed in on the device within a year. */
export function knownDevice(ctx: Context, accountId: number): string | undefined {
  return readProofs(ctx).find((proof) => isProofOf(ctx, proof, accountId))?.device;
}

/**
 * Stores in the browser the proof that this account has signed in on it; a known device keeps its id.
 */
export function rememberDevice(ctx: Context, accountId: number): void {
  const device = knownDevice(ctx, accountId) ?? newToken().slice(0, 22);
  const issued = ctx.services.now().toString(36);
  const proof = { issued, device, signature: signatureOf(ctx, { issued, device }, accountId) };
  const others = readProofs(ctx).filter((one) => !isProofOf(ctx, one, accountId));
  const value = [proof, ...others.slice(0, accountsMax - 1)].map(formatProof).join('~');
  ctx.cookies.write(cookieName(ctx), value, { maxAge: knownFor / 1000 });
}

interface Proof {
  /** Milliseconds since epoch, in base 36. */
  issued: string;
  device: string;
  signature: string;
}

const formatProof = ({ issued, device, signature }: Proof): string => `${issued}.${device}.${signature}`;

function readProofs(ctx: Context): Proof[] {
  const parts = (ctx.cookies.read(cookieName(ctx)) ?? '').split('~', accountsMax);
  return parts.flatMap((part) => {
    const [, issued, device, signature] = /^([a-z\d]{1,12})\.([\w-]{22})\.([\w-]{43})$/.exec(part) ?? [];
    return issued && device && signature ? [{ issued, device, signature }] : [];
  });
}

function isProofOf(ctx: Context, proof: Proof, accountId: number): boolean {
  const age = ctx.services.now() - Number.parseInt(proof.issued, 36);
  return age >= 0 && age < knownFor && isSameText(proof.signature, signatureOf(ctx, proof, accountId));
}

const signatureOf = ({ services }: Context, { issued, device }: Omit<Proof, 'signature'>, accountId: number): string =>
  sign(services.settings.pepper, `known device ${accountId} ${issued} ${device}`);
