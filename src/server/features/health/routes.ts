import { health, metrics } from '../../../contract/app.ts';
import { openRoute } from '../../platform/http/route.ts';
import { tellMetrics } from './metrics.ts';
import { tellHealth } from './operations.ts';

export const routes = [openRoute(health, tellHealth), openRoute(metrics, tellMetrics)];
