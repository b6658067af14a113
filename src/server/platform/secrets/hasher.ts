import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../refusal.ts';

/** Turns passwords and PINs into hashes; never inside a transaction. */
export interface Hasher {
  /** The hash in PHC form. Refuses with TOO_MANY_REQUESTS when too many wait. */
  hash(secret: string): Promise<string>;
  /** Says whether the secret is the one of the hash; without a hash it takes the same time and says no. */
  verify(secret: string, hash: string | null): Promise<boolean>;
}

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
}

const workers = 2;
const queueMax = 64;

/** argon2id with at most two at work and a bounded queue, so that a flood of logins cannot take the machine. */
export function createHasher(cost: Cost = { memory: 19_456, passes: 2 }): Hasher {
  const turn = createTurns();
  const nobody = turn(() => derive('', randomBytes(16), cost)).then((tag) => phc(randomBytes(16), tag, cost));
  return {
    hash: (secret) =>
      turn(async () => {
        const salt = randomBytes(16);
        return phc(salt, await derive(secret, salt, cost), cost);
      }),
    async verify(secret, hash) {
      const known = parse(hash ?? (await nobody));
      const tag = await turn(() => derive(secret, known.salt, known.cost));
      return timingSafeEqual(tag, known.tag) && hash !== null;
    },
  };
}

function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (busy >= workers) {
      if (queue.length >= queueMax) throw new Refusal('TOO_MANY_REQUESTS', { retry_after: 5 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else busy += 1;
    try {
      return await work();
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

function phc(salt: Buffer, tag: Buffer, cost: Cost): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
}

function parse(hash: string): { salt: Buffer; tag: Buffer; cost: Cost } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error('a stored hash is not argon2id in PHC form');
  return {
    cost: { memory: Number(parts[1]), passes: Number(parts[2]) },
    salt: Buffer.from(parts[3]!, 'base64'),
    tag: Buffer.from(parts[4]!, 'base64'),
  };
}
