import { createHash, randomBytes } from 'node:crypto';

/** A UUID of version 7: ordered by `now` (ms since epoch), then random. */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  return written(bytes, 7);
}

/** A UUID of version 8 that one person always gets for one key, and nobody else for the same key. */
export const uuidOf = (personId: number, key: string): string =>
  written(createHash('sha256').update(`${personId} ${key}`).digest().subarray(0, 16), 8);

function written(bytes: Buffer, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
