import { countOrders, health, readInitial } from './app.ts';
import { confirmEmail, csrfCookie, currentUser, login, logout, register, resendConfirmation } from './auth.ts';
import { readBalance } from './balance.ts';
import { listAllCategories, listCategories, listCategoryProducts, listParentCategories } from './categories.ts';
import type { Endpoint } from './endpoint.ts';
import { listOrders, placeOrder } from './orders.ts';
import { listRoles, listUsersByRoles } from './people.ts';
import { listAllProducts, listProducts, readProduct } from './products.ts';
import { cancelOutcome, readOutcome, sync, syncEvents } from './sync.ts';
import { listTickets, openTicket, readTicket, replyToTicket, setTicketStatus } from './tickets.ts';

/** Every call of the API: the server refuses to start when one has no route, and OpenAPI and tests are made from it. */
export const endpoints: readonly Endpoint[] = [
  csrfCookie,
  login,
  register,
  confirmEmail,
  resendConfirmation,
  currentUser,
  logout,
  readInitial,
  readBalance,
  countOrders,
  health,
  listRoles,
  listUsersByRoles,
  listParentCategories,
  listAllCategories,
  listCategories,
  listCategoryProducts,
  listProducts,
  listAllProducts,
  readProduct,
  placeOrder,
  listOrders,
  openTicket,
  listTickets,
  readTicket,
  setTicketStatus,
  replyToTicket,
  sync,
  syncEvents,
  readOutcome,
  cancelOutcome,
];
