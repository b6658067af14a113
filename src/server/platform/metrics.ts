/** Counts the requests of this process for Prometheus; holds no person, no path with an id, no secret. */
export interface Metrics {
  /** `route` is the pattern of a call, `seconds` how long the answer took. */
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  /** What was counted, as Prometheus text. */
  text(): string;
}

/** Seconds up to which the histogram counts. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Durations {
  /** How many were at most as long as each bound. */
  within: number[];
  count: number;
  sum: number;
}

/** An empty count. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Durations>();
  return {
    observe({ method, route, status, seconds }) {
      const call = `method="${method}",route="${label(route)}"`;
      const line = `${call},status="${status}"`;
      requests.set(line, (requests.get(line) ?? 0) + 1);
      const known = durations.get(call) ?? { within: bounds.map(() => 0), count: 0, sum: 0 };
      for (const [index, bound] of bounds.entries()) if (seconds <= bound) known.within[index]! += 1;
      known.count += 1;
      known.sum += seconds;
      durations.set(call, known);
    },
    text: () =>
      [
        ...head('http_requests_total', 'counter', 'Answered requests.'),
        ...[...requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
        ...head('http_request_duration_seconds', 'histogram', 'Time to the end of the answer.'),
        ...[...durations].flatMap(([labels, known]) => histogram(labels, known)),
        '',
      ].join('\n'),
  };
}

/** One gauge as Prometheus text; null says nothing. */
export const gauge = (name: string, help: string, value: number | null): string =>
  value === null ? '' : [...head(name, 'gauge', help), `${name} ${value}`, ''].join('\n');

const head = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function histogram(labels: string, { within, count, sum }: Durations): string[] {
  const name = 'http_request_duration_seconds';
  return [
    ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${within[index]}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}

const label = (text: string): string => text.replace(/[\\"\n]/g, '_');
