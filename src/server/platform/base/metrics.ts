import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from './settings.ts';

/** Counts the requests of this server for Prometheus; contains no user data, no path with an id and no secret. */
export interface Metrics {
  /** `route` is the pattern of the path, `seconds` the time until the end of the response. */
  observe(request: { method: string; route: string; status: number; seconds: number }): void;
  /** The counts and the metrics of the process as Prometheus text. */
  text(): Promise<string>;
}

/** Upper bounds of the histogram's buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates empty counters. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets,
    registers: [registry],
  });
  const shared = processMetrics();
  return {
    observe({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    text: async () => (await registry.metrics()) + (await shared.metrics()),
  };
}

/** Formats gauges as Prometheus text: name, help and value of each. */
export function gauges(values: readonly (readonly [name: string, help: string, value: number])[]): Promise<string> {
  const registry = new Registry();
  for (const [name, help, value] of values) new Gauge({ name, help, registers: [registry] }).set(value);
  return registry.metrics();
}

let processRegistry: Registry | undefined;

/**
 * The metrics of the process (CPU, memory, event loop …): created by the first call, and the same for all servers in
 * it.
 */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const info = { name: 'comptoir_info', help: 'The version that runs.', labelNames: ['version'] };
  new Gauge({ ...info, registers: [registry] }).set({ version }, 1);
  new Gauge({
    name: 'process_uptime_seconds',
    help: 'Seconds since the process began.',
    registers: [registry],
    collect() {
      this.set(Math.round(process.uptime()));
    },
  });
  return (processRegistry = registry);
}
