import { health } from '../../../contract/app.ts';
import { openRoute } from '../../platform/http/route.ts';
import { tellHealth } from './operations.ts';

export const routes = [openRoute(health, tellHealth)];
