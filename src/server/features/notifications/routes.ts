import { listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { route } from '../../platform/http/route.ts';
import { markAsRead, notificationPage } from './operations.ts';

export const routes = [route(listNotifications, notificationPage), route(readNotifications, markAsRead)];
