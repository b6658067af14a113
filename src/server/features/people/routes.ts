import { listRoles, listUsersByRoles } from '../../../contract/people.ts';
import { route } from '../../platform/http/route.ts';
import { roleList, usersByRoles } from './operations.ts';

export const routes = [route(listRoles, roleList), route(listUsersByRoles, usersByRoles)];
