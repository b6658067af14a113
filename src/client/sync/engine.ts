import { backOff } from './backoff.ts';
import type { PassEnd } from './error-table.ts';
import type { EngineState } from './status.ts';

/*
 *            request                idle
 *   rest ─────────────▶ running ──────────▶ rest
 *    ▲                   │    ▲
 *    │ signIn, outdated  │    │ the wait is over, or something cuts it short
 *    └───────────────────┤    │
 *                        ▼    │
 *         offline · busy · broken: waits (back-off, Retry-After)
 */

/** How much a request wants: `hint` leaves a wait alone, `news` cuts back-off short, `hand` cuts everything. */
export type Urgency = 'hint' | 'news' | 'hand';

export interface EngineParts {
  run(): Promise<PassEnd>;
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

  /** Runs a pass now and gives how it ended; waits for the one that runs first, for it may have missed what is new. */
  async now(): Promise<PassEnd> {
    await this.running?.catch(() => null);
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

  private wake(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(), delay);
  }

  private start(): Promise<PassEnd> {
    if (this.running) return this.running;
    if (this.stopped) return Promise.resolve(this.last);
    clearTimeout(this.timer);
    this.wakeAt = null;
    this.again = false;
    this.running = this.parts.run().then(
      (end) => this.ended(end),
      (thrown: unknown) => {
        this.ended({ kind: 'broken' });
        throw thrown;
      },
    );
    this.tell();
    return this.running;
  }

  private ended(end: PassEnd): PassEnd {
    this.running = null;
    this.last = end;
    if (this.stopped) return end;
    if (end.kind === 'idle') this.tries = 0;
    if (end.kind === 'offline' || end.kind === 'busy' || end.kind === 'broken') this.wait(end);
    else if (this.again) this.wake(0);
    this.tell();
    return end;
  }

  private wait({ retryAfter }: PassEnd): void {
    const delay = backOff(this.tries++, retryAfter, this.parts.random);
    this.wakeAt = this.parts.now() + delay;
    this.wake(delay);
  }

  private tell(): void {
    const busy = this.last.kind === 'busy' || this.last.kind === 'broken';
    this.parts.note({ running: this.running !== null, busy, retryAt: this.wakeAt });
  }
}
