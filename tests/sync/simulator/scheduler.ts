/** A place where a flow has stopped until the simulator lets it go on. */
interface Waiting {
  /** Whose flow it is: a crash forgets it. */
  owner: object;
  label: string;
  go(): void;
}

/** Milliseconds of real time after which a flow that neither waits nor ends is a fault of the simulator. */
const patience = 20_000;

/** Lets one flow at a time run up to its next wait, so that a seed always tells the same story. */
export class Scheduler {
  readonly waiting: Waiting[] = [];
  readonly faults: string[] = [];
  private running = 0;
  private wake: (() => void) | null = null;

  /** Stops the flow of `owner` here. */
  wait(owner: object, label: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ owner, label, go: resolve });
      this.stopped();
    });
  }

  /** Starts a flow; what it throws is a fault of the product. */
  spawn(flow: () => Promise<unknown>, ended?: () => void): void {
    this.running++;
    flow()
      .catch((thrown: unknown) => this.faults.push(String((thrown as Error)?.stack ?? thrown)))
      .finally(() => {
        ended?.();
        this.stopped();
      });
  }

  /** Resolves when every flow waits or has ended. */
  async settled(): Promise<void> {
    if (this.running === 0) return;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('A flow neither waits nor ends')), patience);
      this.wake = () => {
        clearTimeout(late);
        this.wake = null;
        resolve();
      };
    });
  }

  /** Lets the waiting flow of this place go on; gives its label. */
  release(place: number): string {
    const [waiting] = this.waiting.splice(place, 1);
    this.running++;
    waiting!.go();
    return waiting!.label;
  }

  /** Lets all go on, one after another, until none waits. */
  async drain(): Promise<void> {
    await this.settled();
    while (this.waiting.length > 0) {
      this.release(0);
      await this.settled();
    }
  }

  /** Lets the flows of this owner go on until none of them waits. */
  async drainOf(owner: object): Promise<void> {
    for (;;) {
      await this.settled();
      const place = this.waiting.findIndex((one) => one.owner === owner);
      if (place < 0) return;
      this.release(place);
    }
  }

  /** Whatever this owner was doing never goes on. */
  forget(owner: object): void {
    for (let at = this.waiting.length - 1; at >= 0; at--)
      if (this.waiting[at]!.owner === owner) this.waiting.splice(at, 1);
  }

  private stopped(): void {
    this.running--;
    if (this.running === 0) this.wake?.();
  }
}
