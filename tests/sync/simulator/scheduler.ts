/** A flow, i.e. one running action or pass, that waits until the simulator continues it. */
interface WaitingFlow {
  /** The tab that started the flow: the flows of a crashed tab are dropped. */
  owner: object;
  label: string;
  resume(): void;
}

/** Real time, in ms, after which a flow that neither waits nor ends is a fault of the simulator. */
const flowTimeoutMs = 20_000;

/** Runs one flow at a time up to its next wait, so that a seed always gives the same run. */
export class Scheduler {
  readonly waiting: WaitingFlow[] = [];
  readonly faults: string[] = [];
  private running = 0;
  private readonly beside = new WeakSet<Promise<unknown>>();
  private wake: (() => void) | null = null;

  /** Makes the calling flow of `owner` wait until it is continued. */
  wait(owner: object, label: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ owner, label, resume: resolve });
      this.onFlowStopped();
    });
  }

  /**
   * Makes the calling flow of `owner` wait until it is continued or `end` settles; rejects with it. From its first use
   * here on, `end` runs beside the flow that has started it.
   */
  async waitOr(owner: object, label: string, end: Promise<unknown>): Promise<void> {
    if (!this.beside.has(end)) {
      this.beside.add(end);
      this.running++;
      void end.catch(() => null).then(() => this.onFlowStopped());
    }
    await new Promise<void>((resolve, reject) => {
      const flow = { owner, label, resume: resolve };
      const stopWaiting = () => {
        const at = this.waiting.indexOf(flow);
        if (at < 0) return;
        this.waiting.splice(at, 1);
        this.running++;
        end.then(() => resolve(), reject);
      };
      this.waiting.push(flow);
      end.then(stopWaiting, stopWaiting);
      this.onFlowStopped();
    });
  }

  /** Starts a flow; an error that it throws is a fault of the app. */
  spawn(flow: () => Promise<unknown>, onEnd?: () => void): void {
    this.running++;
    flow()
      .catch((thrown: unknown) => this.faults.push(String((thrown as Error)?.stack ?? thrown)))
      .finally(() => {
        onEnd?.();
        this.onFlowStopped();
      });
  }

  /** Resolves when every flow waits or has ended. */
  async untilAllWait(): Promise<void> {
    if (this.running === 0) return;
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error('A flow neither waits nor ends')), flowTimeoutMs);
      this.wake = () => {
        clearTimeout(timeout);
        this.wake = null;
        resolve();
      };
    });
  }

  /** Continues the waiting flow at this index; returns its label. */
  release(index: number): string {
    const [waiting] = this.waiting.splice(index, 1);
    this.running++;
    waiting!.resume();
    return waiting!.label;
  }

  /** Continues all flows, one after another, until none waits. */
  async drain(): Promise<void> {
    await this.untilAllWait();
    while (this.waiting.length > 0) {
      this.release(0);
      await this.untilAllWait();
    }
  }

  /** Continues the flows of this owner until none of them waits. */
  async drainOf(owner: object): Promise<void> {
    for (;;) {
      await this.untilAllWait();
      const index = this.waiting.findIndex((flow) => flow.owner === owner);
      if (index < 0) return;
      this.release(index);
    }
  }

  /** Drops all waiting flows of this owner. */
  forget(owner: object): void {
    for (let at = this.waiting.length - 1; at >= 0; at--)
      if (this.waiting[at]!.owner === owner) this.waiting.splice(at, 1);
  }

  private onFlowStopped(): void {
    this.running--;
    if (this.running === 0) this.wake?.();
  }
}
