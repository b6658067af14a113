import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A packed file, read in lines of text and runs of bytes. */
export interface Lines {
  /** The next line without its end; null when the file ends before one. */
  line(): Promise<string | null>;
  /** The next `size` bytes, without the line end that follows them; fewer when the file ends before. */
  bytes(size: number): Promise<Buffer>;
  /** SHA-256, hex, of everything before what was read last. */
  digestBefore(): string;
  /** Says whether nothing is left. */
  ended(): Promise<boolean>;
}

const newline = 0x0a;

/** Opens a gzip. What the file system or zlib finds wrong is thrown by the reading that meets it. */
export function openLines(path: string): Lines {
  const unpacked = pipeline(createReadStream(path), createGunzip({ chunkSize: 262_144 }), () => undefined);
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  let last: Buffer = rest;

  const more = async (): Promise<boolean> => {
    const { value } = await chunks.next();
    if (value) rest = rest.length > 0 ? Buffer.concat([rest, value]) : value;
    return value !== undefined;
  };
  const take = (size: number): Buffer => {
    hash.update(last);
    last = rest.subarray(0, size);
    rest = rest.subarray(size);
    return last;
  };
  return {
    async line() {
      let looked = 0;
      for (;;) {
        const end = rest.indexOf(newline, looked);
        if (end >= 0) return take(end + 1).toString('utf8', 0, end);
        looked = rest.length;
        if (!(await more())) return null;
      }
    },
    async bytes(size) {
      while (rest.length <= size && (await more()));
      return take(size + 1).subarray(0, size);
    },
    digestBefore: () => hash.copy().digest('hex'),
    ended: async () => rest.length === 0 && !(await more()),
  };
}
