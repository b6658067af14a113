import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A compressed file, read as lines of text and blocks of bytes. */
export interface Lines {
  /** The next line without its line end; null when the file has no further line end. */
  line(): Promise<string | null>;
  /** The next `size` bytes, without the line end after them; fewer when the file ends earlier. */
  bytes(size: number): Promise<Buffer>;
  /** SHA-256, hex, of everything before the last read. */
  digestBefore(): string;
  /** Returns whether the end of the file is reached. */
  isAtEnd(): Promise<boolean>;
}

const newline = 0x0a;

/** Opens a gzip file. An error of the file system or of zlib is thrown by the read in which it occurs. */
export function openLines(path: string): Lines {
  const unpacked = pipeline(createReadStream(path), createGunzip({ chunkSize: 262_144 }), () => undefined);
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const hash = createHash('sha256');
  let buffered: Buffer = Buffer.alloc(0);
  let lastRead: Buffer = buffered;

  const readMore = async (): Promise<boolean> => {
    const { value } = await chunks.next();
    if (value) buffered = buffered.length > 0 ? Buffer.concat([buffered, value]) : value;
    return value !== undefined;
  };
  const take = (size: number): Buffer => {
    hash.update(lastRead);
    lastRead = buffered.subarray(0, size);
    buffered = buffered.subarray(size);
    return lastRead;
  };
  return {
    async line() {
      let searchedTo = 0;
      for (;;) {
        const end = buffered.indexOf(newline, searchedTo);
        if (end >= 0) return take(end + 1).toString('utf8', 0, end);
        searchedTo = buffered.length;
        if (!(await readMore())) return null;
      }
    },
    async bytes(size) {
      while (buffered.length <= size && (await readMore()));
      return take(size + 1).subarray(0, size);
    },
    digestBefore: () => hash.copy().digest('hex'),
    isAtEnd: async () => buffered.length === 0 && !(await readMore()),
  };
}
