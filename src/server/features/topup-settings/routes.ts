import {
  createTopupMethod,
  listTopupMethods,
  moveTopupMethod,
  readTopupLimits,
  updateTopupLimits,
  updateTopupMethod,
} from '../../../contract/topup-settings.ts';
import { route } from '../../platform/http/route.ts';
import { setTopupLimits, topupLimits } from './limits.ts';
import { addMethod, editMethod, methodList, placeMethod } from './operations.ts';

export const routes = [
  route(listTopupMethods, methodList),
  route(createTopupMethod, addMethod),
  route(updateTopupMethod, editMethod),
  route(moveTopupMethod, placeMethod),
  route(readTopupLimits, topupLimits),
  route(updateTopupLimits, setTopupLimits),
];
