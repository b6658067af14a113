import { countOrders, health, metrics, readInitial, ready } from './app.ts';
import {
  createArticle,
  deleteArticle,
  listArticles,
  listArticleVotes,
  moveArticle,
  updateArticle,
} from './articles.ts';
import { listAudit, listTicketActivity } from './audit.ts';
import * as auth from './auth.ts';
import {
  addToBalance,
  readBalance,
  readBalanceHistory,
  readOwnBalanceHistory,
  subtractFromBalance,
} from './balance.ts';
import {
  createCategory,
  listAllCategories,
  listCategories,
  listCategoryProducts,
  listParentCategories,
  updateCategory,
} from './categories.ts';
import * as dashboard from './dashboard.ts';
import {
  createCity,
  createDelivery,
  deleteCity,
  deleteDelivery,
  listDeliveries,
  setRate,
  updateCity,
  updateDelivery,
} from './deliveries.ts';
import * as codes from './codes.ts';
import type { Endpoint } from './endpoint.ts';
import { readFile, uploadFile } from './files.ts';
import { readMail, updateMail } from './mail.ts';
import { listNotifications, readNotifications } from './notifications.ts';
import { readOrderHistory } from './order-history.ts';
import { deleteOrder, listOrders, placeOrder, refundPart, updateOrder } from './orders.ts';
import * as people from './people.ts';
import { reportPresence } from './presence.ts';
import { createProduct, listAllProducts, listProducts, readProduct, updateProduct } from './products.ts';
import { readLogo, removeLogo, replaceLogo } from './shop-logo.ts';
import { readShop, updateShop } from './shop.ts';
import { cancelOutcome, readOutcome, sync, syncEvents } from './sync.ts';
import { listTickets, openTicket, readTicket, replyToTicket, setTicketStatus } from './tickets.ts';
import * as topupSettings from './topup-settings.ts';
import * as topups from './topups.ts';
import { readWindows, updateWindows } from './windows.ts';

const bySubject = [
  [auth.csrfCookie, auth.login, auth.register, auth.confirmEmail, auth.resendConfirmation],
  [auth.forgotPassword, auth.resetPassword, auth.currentUser, auth.logout],
  [auth.updateProfile, auth.changeEmail],
  [auth.setPin, auth.changePassword, auth.listSessions, auth.revokeSession],
  [readInitial, countOrders, health, ready, metrics],
  [dashboard.readAdminStats, dashboard.readUsersByTime, dashboard.readFinancialByTime],
  [
    dashboard.readStatusDistribution,
    dashboard.readAnswerTimes,
    dashboard.listRecentOrders,
    dashboard.listLatestUsers,
    dashboard.listRecentTickets,
  ],
  [people.listRoles, people.listUsersByRoles, people.listUsersByIds, people.listUsers],
  [people.createUser, people.readUser],
  [people.updateUser, people.deleteUser, people.setUserActive],
  [people.listUserSessions, people.readUserSessionDay, people.readUserHistory],
  [readBalance, readOwnBalanceHistory, readBalanceHistory, addToBalance, subtractFromBalance],
  [listParentCategories, listAllCategories, listCategories, listCategoryProducts, createCategory, updateCategory],
  [listProducts, listAllProducts, readProduct, createProduct, updateProduct],
  [placeOrder, listOrders, updateOrder, deleteOrder, refundPart, readOrderHistory],
  [openTicket, listTickets, readTicket, setTicketStatus, replyToTicket, reportPresence],
  [listArticles, createArticle, updateArticle, moveArticle, deleteArticle, listArticleVotes],
  [listNotifications, readNotifications, uploadFile, readFile],
  [listAudit, listTicketActivity],
  [readShop, updateShop, replaceLogo, removeLogo, readLogo, readWindows, updateWindows],
  [readMail, updateMail],
  [listDeliveries, createDelivery, updateDelivery, deleteDelivery, createCity, updateCity, deleteCity, setRate],
  [topups.openTopup, topups.cancelTopup, topups.approveTopup, topups.refuseTopup, topups.listTopups, topups.readTopup],
  [codes.checkCodes, codes.importCodes, codes.readStock, codes.setStock, codes.withdrawCodes],
  [codes.revealCodes, codes.replaceCode, codes.listOrderCodes],
  [topupSettings.listTopupMethods, topupSettings.createTopupMethod, topupSettings.updateTopupMethod],
  [topupSettings.moveTopupMethod, topupSettings.readTopupLimits, topupSettings.updateTopupLimits],
  [sync, syncEvents, readOutcome, cancelOutcome],
] as const;

/** The name of a call of the API. */
export type EndpointName = (typeof bySubject)[number][number]['name'];

/**
 * Every call of the API. The server does not start while a call has no route; the OpenAPI document and tests are
 * generated from this list.
 */
export const endpoints: readonly Endpoint[] = bySubject.flat();
