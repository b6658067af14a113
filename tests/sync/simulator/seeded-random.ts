import { uuidv7 } from '../../../src/contract/uuid.ts';

/** The only source of randomness in a run: a generator with one seed (mulberry32). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  next = (): number => {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** A whole number below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** A random element of `many`; `undefined` when it is empty. */
  pick<One>(many: readonly One[]): One | undefined {
    return many[this.below(many.length)];
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  id(now: number): string {
    return uuidv7(
      now,
      Uint8Array.from({ length: 10 }, () => this.below(256)),
    );
  }
}
