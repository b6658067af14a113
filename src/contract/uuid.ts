/** The Web Crypto API, which browsers and Node both have. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/**
 * Creates a UUID of version 7 (RFC 9562) from `now` (ms since epoch) and 74 of the 80 bits in `random`, so that ids are
 * sorted by the time of their creation.
 */
export function uuidv7(
  now: number = Date.now(),
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(10)),
): string {
  const bytes = new Uint8Array(16);
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 256 ** (5 - index)) % 256;
  bytes.set(random, 6);
  return formatUuid(bytes, 7);
}

/** Formats 16 bytes as a UUID; the version (1 to 8) and the variant overwrite six of the bits. */
export function formatUuid(bytes: Uint8Array, version: number): string {
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | (version << 4);
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  })
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
