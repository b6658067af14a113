import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { version } from '../base/settings.ts';
import { tags } from './api-texts/call-text.ts';
import { openApi, textOf } from './openapi.ts';
import { describeAnswer, describeInput } from './schemas.ts';

/** `/api/docs`: every call on one page, without a script; `/api/docs/openapi.json`: the same for machines. */
export function serveDocs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let page: string | undefined;
  app.get('/api/docs/openapi.json', async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache');
    return openApi(endpoints, version);
  });
  app.get('/api/docs', async (_request, reply) => {
    page ??= render(endpoints);
    reply.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    );
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding-inline: 1rem }
details { border: 1px solid #8884; border-radius: 8px; margin-block: .5rem; padding: .5rem .75rem }
summary { cursor: pointer } code { font-weight: 600 } small { opacity: .75 }
pre { overflow: auto; font-size: 13px; background: #8881; padding: .75rem; border-radius: 6px }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

function render(endpoints: readonly Endpoint[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Comptoir API</title><style>${style}</style></head><body><h1>Comptoir API ${version}</h1>
<p>${endpoints.length} calls · <a href="/api/docs/openapi.json">OpenAPI 3.1</a></p>${Object.keys(tags)
    .map((tag) => chapter(tag, endpoints))
    .join('')}</body></html>`;
}

function chapter(tag: string, endpoints: readonly Endpoint[]): string {
  const calls = endpoints.filter((endpoint) => textOf(endpoint).tag === tag);
  return `<h2>${escape(tag)}</h2>${calls.map(section).join('')}`;
}

function section(endpoint: Endpoint): string {
  const { summary, description } = textOf(endpoint);
  const key = endpoint.key === 'none' ? '' : ` · Idempotency-Key, optional`;
  return `<details id="${endpoint.name}"><summary><code>${endpoint.method} ${escape(endpoint.path)}</code> ${escape(summary)} <small>${endpoint.name} · ${endpoint.audience}${key}</small></summary>
<p>${escape(description)}</p><h3>Input</h3><pre>${json(describeInput(endpoint, 'form'))}</pre><h3>Answer</h3><pre>${json(describeAnswer(endpoint))}</pre></details>`;
}

const json = (value: unknown): string => escape(JSON.stringify(value, null, 2));
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
