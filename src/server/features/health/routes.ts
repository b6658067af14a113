import { health, metrics, ready } from '../../../contract/app.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { Context } from '../../platform/context.ts';
import { openRoute } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { version } from '../../platform/base/settings.ts';
import { getMetrics } from './metrics.ts';

/** Returns ok while the process answers; checks no dependency. */
async function getHealth(): Promise<OutputOf<typeof health>> {
  return { status: 'ok', version };
}

/** Returns ok while every dependency answers. Throws BUSY with the names of those that do not, and while stopping. */
async function getReady({ services, isStopping }: Context): Promise<OutputOf<typeof ready>> {
  const missing = isStopping() ? ['stopping'] : await services.readiness.missing();
  if (missing.length > 0) throw new Refusal('BUSY', { not_ready: missing });
  return { status: 'ok', version };
}

export const routes = [openRoute(health, getHealth), openRoute(ready, getReady), openRoute(metrics, getMetrics)];
