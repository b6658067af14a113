/** An event of a trace of Chromium, as far as this file reads it; times in microseconds. */
export interface TraceEvent {
  name: string;
  /** `X` for an event with a duration. */
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time that the thread had in this event. */
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string; url?: string } };
}

/** A task of the main thread with its events. */
interface Task {
  start: number;
  end: number;
  /** Its processor time by its duration: the rest of the time the thread waited for the processor. */
  share: number;
  events: TraceEvent[];
}

/** A task of the main thread, in milliseconds of processor time at the machine's own speed. */
export interface LongTask {
  ms: number;
  /** Milliseconds after the navigation. */
  at: number;
  /** The processor time by cause, largest first: a script, style, layout, paint, garbage collection. */
  causes: [cause: string, ms: number][];
}

/**
 * Returns a trace in which each task of the page's main thread lasts as long as its processor time, so that other
 * processes of the machine no longer count. The tasks keep their start.
 */
export function inThreadTime(events: readonly TraceEvent[], origin: string): TraceEvent[] {
  const main = mainThread(events, origin);
  const tasks = tasksOf(events, main);
  return events.map((event) => {
    const task = isOn(main, event) ? taskAt(tasks, event.ts) : undefined;
    if (!task) return event;
    const moved = { ...event, ts: Math.round(task.start + (event.ts - task.start) * task.share) };
    if (event.dur === undefined) return moved;
    return { ...moved, dur: Math.round(Math.min(event.dur, task.end - event.ts) * task.share) };
  });
}

/** Returns the tasks of the page's main thread that take at least `ms` of processor time, longest first. */
export function longTasks(events: readonly TraceEvent[], origin: string, ms: number): LongTask[] {
  const main = mainThread(events, origin);
  const tasks = tasksOf(events, main);
  for (const event of events) if (isOn(main, event)) taskAt(tasks, event.ts)?.events.push(event);
  return tasks
    .map((task) => ({
      ms: ((task.end - task.start) * task.share) / 1_000,
      at: (task.start - main.ts) / 1_000,
      causes: causesOf(task),
    }))
    .filter((task) => task.ms >= ms)
    .toSorted((a, b) => b.ms - a.ms);
}

/** The last navigation to this origin, which is on the main thread of its page. */
function mainThread(events: readonly TraceEvent[], origin: string): TraceEvent {
  const navigation = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(origin),
  );
  if (!navigation) throw new Error(`the trace has no navigation to ${origin}`);
  return navigation;
}

const isOn = (main: TraceEvent, { pid, tid }: TraceEvent): boolean => pid === main.pid && tid === main.tid;

/** The outermost tasks of a thread in their order. */
function tasksOf(events: readonly TraceEvent[], main: TraceEvent): Task[] {
  const tasks: Task[] = [];
  const candidates = events.filter((event) => isOn(main, event) && event.ph === 'X' && event.name.endsWith('RunTask'));
  for (const { ts, dur = 0, tdur } of candidates.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    if (ts < (tasks.at(-1)?.end ?? 0) || tdur === undefined || dur === 0) continue;
    tasks.push({ start: ts, end: ts + dur, share: Math.min(1, Math.max(0.001, tdur / dur)), events: [] });
  }
  return tasks;
}

/** The task that runs at a time, by halving. */
function taskAt(tasks: readonly Task[], ts: number): Task | undefined {
  let [low, high] = [0, tasks.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const task = tasks[middle]!;
    if (task.end <= ts) low = middle + 1;
    else if (task.start > ts) high = middle - 1;
    else return task;
  }
  return undefined;
}

/** The processor time of a task by cause: that of each event without the events inside it. */
function causesOf({ start, end, share, events }: Task): [cause: string, ms: number][] {
  const times = new Map<string, number>();
  const add = (cause: string, duration: number) => times.set(cause, (times.get(cause) ?? 0) + duration);
  const open: { cause: string; end: number }[] = [{ cause: 'other', end }];
  let at = start;
  const advance = (to: number) => {
    add(open.at(-1)!.cause, to - at);
    at = Math.max(at, to);
  };
  const inside = events.filter(({ ph, dur = 0, name }) => ph === 'X' && dur > 0 && !name.endsWith('RunTask'));
  for (const event of inside.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (open.length > 1 && open.at(-1)!.end <= event.ts) advance(open.pop()!.end);
    advance(event.ts);
    open.push({ cause: causeOf(event) ?? open.at(-1)!.cause, end: Math.min(event.ts + (event.dur ?? 0), end) });
  }
  while (open.length > 0) {
    advance(open.at(-1)!.end);
    open.pop();
  }
  return [...times]
    .map(([cause, duration]): [string, number] => [cause, (duration * share) / 1_000])
    .filter(([, ms]) => ms >= 0.1)
    .toSorted(([, a], [, b]) => b - a);
}

const causes: readonly [event: RegExp, cause: string][] = [
  [/^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)$/, 'style'],
  [/^Layout$/, 'layout'],
  [/^(PrePaint|Paint|Layerize|Commit|PaintImage|UpdateLayer)/, 'paint'],
  [/GC|^V8\.GC/, 'garbage collection'],
  [/^(v8\.compile|V8\.Compile)/, 'compilation'],
];

/** The cause that an event names: a kind of work, or the file of its script; undefined for that of the event around it. */
function causeOf({ name, args }: TraceEvent): string | undefined {
  const cause = causes.find(([event]) => event.test(name))?.[1];
  if (cause !== undefined) return cause;
  const isScript = /^(FunctionCall|EvaluateScript|v8\.evaluateModule|EventDispatch|TimerFire|RunMicrotasks)$/.test(
    name,
  );
  if (!isScript) return undefined;
  const file = args?.data?.url?.split(/[?#]/)[0]!.split('/').at(-1);
  return file ? `script ${file}` : undefined;
}
