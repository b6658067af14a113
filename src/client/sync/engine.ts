import { backOff } from './backoff.ts';
import { isOutage, type PassEnd } from './error-table.ts';
import type { EngineState } from './status.ts';

/*
 *            request                idle
 *   rest ─────────────▶ running ──────────▶ rest
 *    ▲                   │    ▲
 *    │ signIn, outdated  │    │ the wait is over, or something cuts it short
 *    └───────────────────┤    │
 *                        ▼    │
 *     offline · busy · broken · storage: waits (back-off, Retry-After)
 */

/** How much a request wants: `hint` leaves a wait alone, `news` cuts back-off short, `hand` cuts everything. */
export type Urgency = 'hint' | 'news' | 'hand';

export interface EngineParts {
  /** Runs one pass; `isHurried` when the line has just become good, so that another tab's pass may be a dead one. */
  run(isHurried: boolean): Promise<PassEnd>;
  note(state: EngineState): void;
  now(): number;
  random(): number;
}

/** Decides when this tab runs a pass: one at a time, later again after a failure, never in a hurry. */
export class Engine {
  private readonly parts: EngineParts;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<PassEnd> | null = null;
  private last: PassEnd = { kind: 'idle' };
  private again = false;
  private atOnce = false;
  private tries = 0;
  private wakeAt: number | null = null;
  private stopped = false;

  constructor(parts: EngineParts) {
    this.parts = parts;
  }

  /** Wants a pass, `delay` ms from now. */
  request(urgency: Urgency, delay: number = 0): void {
    if (this.stopped || this.isRefused(urgency)) return;
    if (this.running) this.again = true;
    else this.wake(delay);
  }

  /** Whether the next pass waits for the server or the line to come back. */
  waitsForLine(): boolean {
    return this.wakeAt !== null && isOutage(this.last);
  }

  isRunning(): boolean {
    return this.running !== null;
  }

  /**
   * Runs a pass at once when one waits for the server or the line to come back, also before the end of a Retry-After:
   * that was an estimate. Gives whether it did.
   */
  lineIsGood(): boolean {
    if (this.stopped || !this.waitsForLine()) return false;
    void this.start(true);
    return true;
  }

  /** The pass that runs is being aborted because its connection is dead: another one follows without a wait. */
  runAnotherAtOnce(): void {
    this.atOnce = this.running !== null;
  }

  /** Runs a pass now and gives how it ended; waits for the one that runs first, for it may have missed what is new. */
  async now(): Promise<PassEnd> {
    await this.running;
    return this.start();
  }

  /** Starts nothing any more; a pass that runs ends by itself. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private isRefused(urgency: Urgency): boolean {
    if (urgency === 'hand') return false;
    if (this.last.kind === 'signIn' || this.last.kind === 'outdated') return true;
    return this.wakeAt !== null && (urgency === 'hint' || this.last.retryAfter !== undefined);
  }

  private wake(delay: number, isHurried: boolean = false): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(isHurried), delay);
  }

  private start(isHurried: boolean = false): Promise<PassEnd> {
    if (this.running) return this.running;
    if (this.stopped) return Promise.resolve(this.last);
    clearTimeout(this.timer);
    this.wakeAt = null;
    this.again = false;
    this.running = this.parts.run(isHurried).then((end) => this.ended(end));
    this.tell();
    return this.running;
  }

  private ended(end: PassEnd): PassEnd {
    this.running = null;
    this.last = end;
    if (this.stopped) return end;
    if (end.kind === 'idle') this.tries = 0;
    this.follow(end);
    this.tell();
    return end;
  }

  private follow(end: PassEnd): void {
    const { atOnce } = this;
    this.atOnce = false;
    if (atOnce) this.wake(0, true);
    else if (waitsAfter.has(end.kind)) this.wait(end);
    else if (this.again) this.wake(0);
  }

  private wait({ retryAfter }: PassEnd): void {
    const delay = backOff(this.tries++, retryAfter, this.parts.random);
    this.wakeAt = this.parts.now() + delay;
    this.wake(delay);
  }

  private tell(): void {
    const { kind } = this.last;
    const running = this.running !== null;
    const pause = kind === 'signIn' || kind === 'outdated' || kind === 'storage' ? kind : null;
    this.parts.note({
      running,
      busy: kind === 'busy' || kind === 'broken',
      pause: running ? null : pause,
      retryAt: this.wakeAt,
    });
  }
}

const waitsAfter: ReadonlySet<PassEnd['kind']> = new Set(['offline', 'busy', 'broken', 'storage']);
