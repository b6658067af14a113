import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, ProxyOptions } from 'vite';
import { startFaultProxy, type FaultProxy } from '../tests/support/fault-proxy.ts';

/*
 * Bad networks for `npm run dev`, chosen in a box in the corner of the page. The fault proxy of the journeys runs
 * between Vite and the API server, so that the app meets faults as in a real network. Builds contain nothing of this.
 */

interface Condition {
  label: string;
  /** By how many milliseconds each request is delayed. */
  delay?: number;
  start?(network: FaultProxy): void;
}

const api = /\/api\//;
/** Matches the API's addresses, but not the app's own modules in its folder `api`; written as a pattern for Vite. */
const calls = '^/api/(?!.*\\.tsx?(?:\\?|$))';
const portal = '<!doctype html><title>Free Wi-Fi</title><h1>Please accept our terms</h1>';

/** The networks to choose from, by their names in the control requests. */
export const conditions: Record<string, Condition> = {
  good: { label: 'good' },
  slow: { label: 'slow: each request 3 s late', delay: 3_000 },
  lossy: { label: 'lossy: each tenth answer is lost', start: (network) => network.loseAnswers(0.1) },
  broken: { label: 'broken: 30 % of the exchanges fail', start: (network) => network.breakShare(0.3) },
  portal: {
    label: 'captive portal: a page instead of each answer',
    start: (network) =>
      network.answer({ status: 200, headers: { 'content-type': 'text/html' }, body: portal }, api, Infinity),
  },
  busy: {
    label: 'busy: 503, try again in 20 s',
    start: (network) => network.answer({ status: 503, headers: { 'retry-after': '20' } }, api, Infinity),
  },
  failing: { label: 'failing: 500', start: (network) => network.answer({ status: 500 }, api, Infinity) },
  offline: { label: 'offline', start: (network) => network.setDown(true) },
};

/** Puts a proxy, whose faults the page chooses, between Vite's development server and the API server at `target`. */
export function networkSimulator(target: string, control = '/__network'): Plugin {
  let network: FaultProxy;
  let current = 'good';
  const switchTo = (name: string) => {
    network.setDown(false);
    network.repair();
    conditions[name]?.start?.(network);
    current = name;
  };
  const answerControl = ({ method, url = '' }: IncomingMessage, response: ServerResponse) => {
    const name = url.slice(1);
    const isKnown = Object.hasOwn(conditions, name);
    if (method === 'POST' && isKnown) switchTo(name);
    response.writeHead(method === 'POST' && !isKnown ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ current, happened: network.happened.length }));
  };
  return {
    name: 'network-simulator',
    apply: 'serve',
    async config() {
      network = await startFaultProxy(target);
      const options: ProxyOptions = { target: network.url, configure: passOnCuts };
      return { server: { proxy: { [calls]: options, '/sanctum': options, '/files': options } } };
    },
    configureServer(server) {
      server.middlewares.use(control, answerControl);
      server.middlewares.use((request, _response, next) => {
        const delay = api.test(request.url ?? '') ? (conditions[current]?.delay ?? 0) : 0;
        setTimeout(next, delay);
      });
    },
    async closeBundle() {
      await network.stop();
    },
    transformIndexHtml() {
      const labels = Object.entries(conditions).map(([name, { label }]) => [name, label]);
      const children = `(${showBox.toString()})(${JSON.stringify({ control, labels })})`;
      return [{ tag: 'script', attrs: { type: 'module' }, children, injectTo: 'body' }];
    },
  };
}

/** Cuts the page's connection when the connection to the API server was cut; Vite alone would answer 502. */
const passOnCuts: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.prependListener('error', (_error, _request, response) => response.destroy());
};

/** Shows the box in the corner. Runs in the page. */
async function showBox({ control, labels }: { control: string; labels: string[][] }): Promise<void> {
  const select = document.createElement('select');
  select.setAttribute('aria-label', 'Network');
  for (const [name, label] of labels) select.add(new Option(`Network: ${label}`, name));
  select.style.cssText =
    'position:fixed;inset:auto auto 0 0;z-index:9999;font:12px system-ui;max-width:40vw;padding:2px 4px;opacity:.85';
  const show = ({ current }: { current: string }) => {
    select.value = current;
    select.style.background = current === 'good' ? '#fff' : '#fde047';
    select.style.color = '#111';
  };
  const choose = async () => show(await (await fetch(`${control}/${select.value}`, { method: 'POST' })).json());
  select.addEventListener('change', () => void choose());
  show(await (await fetch(control)).json());
  document.body.append(select);
}
