import {
  changeEmail,
  changePassword,
  confirmEmail,
  csrfCookie,
  currentUser,
  forgotPassword,
  listSessions,
  login,
  logout,
  register,
  resendConfirmation,
  resetPassword,
  revokeSession,
  setPin,
  updateProfile,
} from '../../../contract/auth.ts';
import { openRoute, route } from '../../platform/http/route.ts';
import { requestEmail } from './email-change.ts';
import { endOwnSession, ownSessions } from './own-sessions.ts';
import { changeOwn, changePin, forgot, reset } from './password.ts';
import { changeProfile, tellCurrent } from './profile.ts';
import { confirm, registerPerson, resend } from './registration.ts';
import { giveXsrf, signIn, signOut } from './sign-in.ts';

export const routes = [
  openRoute(csrfCookie, giveXsrf),
  openRoute(login, signIn),
  openRoute(register, registerPerson),
  openRoute(confirmEmail, confirm),
  openRoute(resendConfirmation, resend),
  openRoute(forgotPassword, forgot),
  openRoute(resetPassword, reset),
  route(currentUser, tellCurrent),
  route(logout, signOut),
  route(updateProfile, changeProfile),
  route(changeEmail, requestEmail),
  route(setPin, changePin),
  route(changePassword, changeOwn),
  route(listSessions, ownSessions),
  route(revokeSession, endOwnSession),
];
