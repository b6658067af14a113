import { startProgram, type Program } from '../../support/programs.ts';
import type { SeededProxy } from '../../support/seeded-proxy.ts';
import type { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import { pause, type Clock } from './devices.ts';

export const kills = 4;
/** The first kill comes soon after `firstKill` arrived orders, and each next one about `killWindow` orders later. */
const killWindow = 80;
const firstKill = 40;

/** The real server as a process that is killed during its work and started again, at seeded moments. */
export class KillableServer {
  /** How many requests each SIGKILL left without an answer. A kill that hits none is repeated. */
  readonly cutByKills: number[] = [];
  private readonly installation: Record<string, string>;
  private readonly random: SeededRandom;
  private readonly killAfter: number[];
  private program!: Program;
  private proxy!: SeededProxy;
  private arrived = 0;
  private killing: Promise<void> | undefined;
  private restarting: Promise<unknown> | undefined;
  private downMs = 0;

  constructor(installation: Record<string, string>, random: SeededRandom) {
    this.installation = installation;
    this.random = random;
    this.killAfter = Array.from({ length: kills }, (_, index) => firstKill + index * killWindow + random.below(60));
  }

  /** Starts the process; returns its output. */
  async start(): Promise<string> {
    this.program = await startProgram(this.installation);
    return this.program.printed();
  }

  useProxy(proxy: SeededProxy): void {
    this.proxy = proxy;
    proxy.setTarget(this.program.url);
  }

  /** Counts an arrived order; starts the next kill when enough orders have arrived. */
  countArrival(call: string): void {
    if (call === 'POST /api/orders') this.arrived += 1;
    if (this.killing || this.cutByKills.length === kills || this.arrived < (this.killAfter[0] ?? Infinity)) return;
    this.killing = this.kill().finally(() => (this.killing = undefined));
    // `endKills` throws the error.
    this.killing.catch(() => undefined);
  }

  /** The devices' clock, in ms: stopped while the server starts, however slow the machine is. */
  readonly clock: Clock = {
    now: () => performance.now() - this.downMs,
    pause: async (ms) => {
      await pause(ms);
      await this.restarting;
    },
  };

  /** Plans no more kills and waits for a current one; returns the URL. Throws when the server did not start again. */
  async endKills(): Promise<string> {
    this.killAfter.length = 0;
    await this.killing;
    return this.program.url;
  }

  async stop(): Promise<void> {
    await this.program.stop('SIGTERM');
  }

  private async kill(): Promise<void> {
    await pause(this.random.below(6));
    if (this.proxy.waiting() === 0) return;
    const before = this.proxy.brokenOff();
    this.proxy.setTarget(null);
    await this.program.stop('SIGKILL');
    while (this.proxy.waiting() > 0) await pause(1);
    const brokenOff = this.proxy.brokenOff() - before;
    if (brokenOff > 0) {
      this.killAfter.shift();
      this.cutByKills.push(brokenOff);
    }
    await this.restart();
    this.proxy.setTarget(this.program.url);
  }

  private async restart(): Promise<void> {
    const began = performance.now();
    const starting = this.start();
    this.restarting = starting.catch(() => undefined);
    await starting.finally(() => (this.restarting = undefined));
    this.downMs += performance.now() - began;
  }
}
