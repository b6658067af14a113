import { listLatestUsers } from '../../../contract/dashboard.ts';
import {
  createUser,
  deleteUser,
  listRoles,
  listUsers,
  listUsersByIds,
  listUsersByRoles,
  listUserSessions,
  readUser,
  readUserHistory,
  readUserSessionDay,
  setUserActive,
  updateUser,
} from '../../../contract/people.ts';
import { route } from '../../platform/http/route.ts';
import { addUser } from './create-user.ts';
import { removeUser } from './delete-user.ts';
import { userHistory } from './history.ts';
import { roleList, usersByIds, usersByRoles } from './operations.ts';
import { sessionDay, sessionDays } from './sessions-by-day.ts';
import { switchActive, editUser } from './update-user.ts';
import { latestUsers, showUser, userPage } from './user-lists.ts';

export const routes = [
  route(listRoles, roleList),
  route(listUsersByRoles, usersByRoles),
  route(listUsersByIds, usersByIds),
  route(listUsers, userPage),
  route(listLatestUsers, latestUsers),
  route(createUser, addUser),
  route(readUser, showUser),
  route(updateUser, editUser),
  route(deleteUser, removeUser),
  route(setUserActive, switchActive),
  route(listUserSessions, sessionDays),
  route(readUserSessionDay, sessionDay),
  route(readUserHistory, userHistory),
];
