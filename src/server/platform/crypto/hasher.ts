import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../base/refusal.ts';

/** Hashes passwords and PINs; never call it inside a transaction. */
export interface Hasher {
  /** The hash in PHC form. Throws TOO_MANY_REQUESTS when too many callers wait. */
  hash(secret: string): Promise<string>;
  /** Returns whether the secret belongs to the hash; without a hash it takes the same time and returns false. */
  verify(secret: string, hash: string | null): Promise<boolean>;
}

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
}

const workers = 2;
const queueMax = 64;

/** argon2id with at most two running and a bounded queue, so that a flood of sign-ins cannot occupy the machine. */
export function createHasher(cost: Cost = { memory: 19_456, passes: 2 }): Hasher {
  const limited = createLimiter();
  const dummyHash = limited(() => derive('', randomBytes(16), cost)).then((tag) => toPhc(randomBytes(16), tag, cost));
  return {
    hash: (secret) =>
      limited(async () => {
        const salt = randomBytes(16);
        return toPhc(salt, await derive(secret, salt, cost), cost);
      }),
    async verify(secret, hash) {
      const stored = parsePhc(hash ?? (await dummyHash));
      const tag = await limited(() => derive(secret, stored.salt, stored.cost));
      return timingSafeEqual(tag, stored.tag) && hash !== null;
    },
  };
}

function createLimiter(): <T>(run: () => Promise<T>) => Promise<T> {
  let busy = 0;
  const queue: (() => void)[] = [];
  return async (run) => {
    if (busy >= workers) {
      if (queue.length >= queueMax) throw new Refusal('TOO_MANY_REQUESTS', { retry_after: 5 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else busy += 1;
    try {
      return await run();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

function derive(secret: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parameters = { message: secret.normalize('NFKC'), nonce: salt, parallelism: 1, tagLength: 32, ...cost };
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function toPhc(salt: Buffer, tag: Buffer, cost: Cost): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
}

function parsePhc(hash: string): { salt: Buffer; tag: Buffer; cost: Cost } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error('a stored hash is not argon2id in PHC form');
  return {
    cost: { memory: Number(parts[1]), passes: Number(parts[2]) },
    salt: Buffer.from(parts[3]!, 'base64'),
    tag: Buffer.from(parts[4]!, 'base64'),
  };
}
