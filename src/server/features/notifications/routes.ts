import { listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { route } from '../../platform/http/route.ts';
import { handlersOf, type MutationHandler } from '../../platform/changes/synced.ts';
import { markAsRead, markAsReadInTransaction, notificationPage } from './operations.ts';

export const routes = [route(listNotifications, notificationPage), route(readNotifications, markAsRead)];

/** The changes to notifications that a device may make offline. */
export const mutations: readonly MutationHandler[] = handlersOf('notification.read', markAsReadInTransaction);
