import {
  confirmEmail,
  csrfCookie,
  currentUser,
  login,
  logout,
  register,
  resendConfirmation,
} from '../../../contract/auth.ts';
import { openRoute, route } from '../../platform/http/route.ts';
import { confirm, registerPerson, resend } from './registration.ts';
import { giveXsrf, signIn, signOut, tellCurrent } from './sign-in.ts';

export const routes = [
  openRoute(csrfCookie, giveXsrf),
  openRoute(login, signIn),
  openRoute(register, registerPerson),
  openRoute(confirmEmail, confirm),
  openRoute(resendConfirmation, resend),
  route(currentUser, tellCurrent),
  route(logout, signOut),
];
