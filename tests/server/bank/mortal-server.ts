import { startProgram, type Program } from '../../support/programs.ts';
import type { SeededProxy } from '../../support/seeded-proxy.ts';
import type { Chance } from '../../sync/simulator/chance.ts';
import { pause, type Clock } from './devices.ts';

export const kills = 4;
/** A kill comes within each window of so many orders that have arrived, in the part after its beginning. */
const window = 80;
const beginning = 40;

/** The real server as a process that is killed in the middle of its work and started again, at seeded moments. */
export class MortalServer {
  /** Requests each SIGKILL left without an answer. A kill that hit none is none, and another one follows. */
  readonly killed: number[] = [];
  private readonly house: Record<string, string>;
  private readonly chance: Chance;
  private readonly moments: number[];
  private program!: Program;
  private proxy!: SeededProxy;
  private arrived = 0;
  private striking: Promise<void> | undefined;
  private lying: Promise<unknown> | undefined;
  private lain = 0;

  constructor(house: Record<string, string>, chance: Chance) {
    this.house = house;
    this.chance = chance;
    this.moments = Array.from({ length: kills }, (_, place) => beginning + place * window + chance.below(60));
  }

  /** Returns what it has printed. */
  async start(): Promise<string> {
    this.program = await startProgram(this.house);
    return this.program.printed();
  }

  standBehind(proxy: SeededProxy): void {
    this.proxy = proxy;
    proxy.point(this.program.url);
  }

  /** Counts a request that arrived; kills when its moment has come. */
  arrive(call: string): void {
    if (call === 'POST /api/orders') this.arrived += 1;
    if (this.striking || this.killed.length === kills || this.arrived < (this.moments[0] ?? Infinity)) return;
    this.striking = this.strike().finally(() => (this.striking = undefined));
    // Whoever waits for `atRest` hears of it.
    this.striking.catch(() => undefined);
  }

  /** The time of those who use it, in ms: it stands still while the server starts, however slow the machine is. */
  readonly clock: Clock = {
    now: () => performance.now() - this.lain,
    pause: async (ms) => {
      await pause(ms);
      await this.lying;
    },
  };

  /** The server stands and nobody is about to kill it. Throws when it did not come back. */
  async atRest(): Promise<string> {
    this.moments.length = 0;
    await this.striking;
    return this.program.url;
  }

  async stop(): Promise<void> {
    await this.program.stop('SIGTERM');
  }

  private async strike(): Promise<void> {
    await pause(this.chance.below(6));
    if (this.proxy.waiting() === 0) return;
    const before = this.proxy.brokenOff();
    this.proxy.point(null);
    await this.program.stop('SIGKILL');
    while (this.proxy.waiting() > 0) await pause(1);
    const brokenOff = this.proxy.brokenOff() - before;
    if (brokenOff > 0) {
      this.moments.shift();
      this.killed.push(brokenOff);
    }
    await this.rise();
    this.proxy.point(this.program.url);
  }

  private async rise(): Promise<void> {
    const began = performance.now();
    const starting = this.start();
    this.lying = starting.catch(() => undefined);
    await starting.finally(() => (this.lying = undefined));
    this.lain += performance.now() - began;
  }
}
