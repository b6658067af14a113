import { health, metrics, ready } from '../../../contract/app.ts';
import { openRoute } from '../../platform/http/route.ts';
import { tellMetrics } from './metrics.ts';
import { tellHealth, tellReady } from './operations.ts';

export const routes = [openRoute(health, tellHealth), openRoute(ready, tellReady), openRoute(metrics, tellMetrics)];
