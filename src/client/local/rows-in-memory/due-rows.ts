import type { Entry } from './row-columns.ts';

/** Ms until the next check at most, because timers stand still while a device sleeps. */
const maxWaitMs = 30_000;

/** Remembers rows whose entries in memory are valid only until a time, and reports them when it has come. */
export class DueRows<Id extends string | number> {
  private readonly times = new Map<Id, number>();
  private readonly report: (ids: readonly Id[]) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (ids: readonly Id[]) => void) {
    this.report = report;
  }

  /** Remembers the times of these entries, and forgets earlier times of the same rows. */
  note(entries: readonly Entry<Id>[]): void {
    for (const { id, until } of entries) {
      if (until === undefined) this.times.delete(id);
      else this.times.set(id, until);
    }
    this.schedule();
  }

  clear(): void {
    this.times.clear();
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.times.size === 0) return;
    const wait = Math.min(...this.times.values()) - Date.now();
    this.timer = setTimeout(() => this.check(), Math.max(0, Math.min(wait, maxWaitMs)));
  }

  private check(): void {
    const due = [...this.times].filter(([, time]) => time <= Date.now()).map(([id]) => id);
    for (const id of due) this.times.delete(id);
    if (due.length > 0) this.report(due);
    this.schedule();
  }
}
