import { backOff, isOutage, type PassResult } from './error-table.ts';
import type { EngineState } from './status.ts';

/*
 *            request                idle
 *   none ─────────────▶ running ──────────▶ none   (after `uploads`: again when the next upload is due)
 *    ▲                   │    ▲
 *    │ signIn, outdated  │    │ the wait is over or was cut short
 *    └───────────────────┤    │
 *                        ▼    │
 *     offline · busy · broken · storage · full: waits (back-off, Retry-After)
 */

/** The urgency of a request: `hint` does not shorten a wait; `news` ends a back-off early, but not a Retry-After. */
export type Urgency = 'hint' | 'news';

export interface EngineDependencies {
  /**
   * Runs one pass. `isAfterOutage`: the connection has just been restored; another tab's pass may hang on the lost one.
   */
  run(isAfterOutage: boolean): Promise<PassResult>;
  onState(state: EngineState): void;
  now(): number;
  random(): number;
}

/** Decides when this tab runs a pass: one at a time, and after a failure again with back-off. */
export class Engine {
  private readonly dependencies: EngineDependencies;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<PassResult> | null = null;
  private last: PassResult = { kind: 'idle' };
  private isRequestedAgain = false;
  private isNextAtOnce = false;
  private tries = 0;
  private wakeAt: number | null = null;
  private stopped = false;

  constructor(dependencies: EngineDependencies) {
    this.dependencies = dependencies;
  }

  /** Requests a pass, `delay` ms from now. */
  request(urgency: Urgency, delay: number = 0): void {
    if (this.stopped || this.isIgnored(urgency)) return;
    if (this.running) this.isRequestedAgain = true;
    else this.wake(delay);
  }

  /** Whether the next pass waits until the server or the connection is back. */
  isWaitingForConnection(): boolean {
    return this.wakeAt !== null && isOutage(this.last);
  }

  isRunning(): boolean {
    return this.running !== null;
  }

  /**
   * Runs a pass at once when one waits until the server or the connection is back, also before the end of a
   * Retry-After, which is only an estimate then. Returns whether a pass was started.
   */
  retryAfterOutage(): boolean {
    if (this.stopped || !this.isWaitingForConnection()) return false;
    void this.start(true);
    return true;
  }

  /** Lets another pass follow the running one without a wait: the running one is being aborted on a lost connection. */
  runAnotherAtOnce(): void {
    this.isNextAtOnce = this.running !== null;
  }

  /** Runs a pass and returns its result. First waits for a running pass, which may have missed the newest changes. */
  async runNow(): Promise<PassResult> {
    await this.running;
    return this.start();
  }

  /** Starts no further pass; a running one is not interrupted. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private isIgnored(urgency: Urgency): boolean {
    if (this.last.kind === 'signIn' || this.last.kind === 'outdated') return true;
    return this.wakeAt !== null && (urgency === 'hint' || this.last.retryAfter !== undefined);
  }

  private wake(delay: number, isAfterOutage: boolean = false): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.start(isAfterOutage), delay);
  }

  private start(isAfterOutage: boolean = false): Promise<PassResult> {
    if (this.running) return this.running;
    if (this.stopped) return Promise.resolve(this.last);
    clearTimeout(this.timer);
    this.wakeAt = null;
    this.isRequestedAgain = false;
    this.running = this.dependencies.run(isAfterOutage).then((end) => this.onPassEnded(end));
    this.reportState();
    return this.running;
  }

  private onPassEnded(end: PassResult): PassResult {
    this.running = null;
    this.last = end;
    if (this.stopped) return end;
    if (end.kind === 'idle' || end.kind === 'uploads') this.tries = 0;
    this.scheduleNext(end);
    this.reportState();
    return end;
  }

  private scheduleNext(end: PassResult): void {
    const { isNextAtOnce } = this;
    this.isNextAtOnce = false;
    if (isNextAtOnce) this.wake(0, true);
    else if (retriedResults.has(end.kind)) this.wait(end);
    else if (this.isRequestedAgain) this.wake(0);
    // Not a wait: it would hold back the other changes.
    else if (end.kind === 'uploads') this.wake(end.retryAfter ?? 0);
  }

  private wait({ retryAfter }: PassResult): void {
    const delay = backOff(this.tries++, retryAfter, this.dependencies.random);
    this.wakeAt = this.dependencies.now() + delay;
    this.wake(delay);
  }

  private reportState(): void {
    const { kind } = this.last;
    const running = this.running !== null;
    const pause = kind === 'signIn' || kind === 'outdated' || kind === 'storage' || kind === 'full' ? kind : null;
    this.dependencies.onState({
      running,
      busy: kind === 'busy' || kind === 'broken',
      pause: running ? null : pause,
      retryAt: this.wakeAt,
    });
  }
}

const retriedResults: ReadonlySet<PassResult['kind']> = new Set(['offline', 'busy', 'broken', 'storage', 'full']);
