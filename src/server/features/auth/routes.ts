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
import { requestEmailChange } from './email-change.ts';
import { endOwnSession, ownSessions } from './own-sessions.ts';
import { changeOwnPassword, changePin, requestPasswordReset, resetByLink } from './password.ts';
import { changeProfile, getCurrentUser } from './profile.ts';
import { applyEmailLink, registerPerson, resendConfirmationLink } from './registration.ts';
import { setXsrfCookie, signIn, signOut } from './sign-in.ts';

export const routes = [
  openRoute(csrfCookie, setXsrfCookie),
  openRoute(login, signIn),
  openRoute(register, registerPerson),
  openRoute(confirmEmail, applyEmailLink),
  openRoute(resendConfirmation, resendConfirmationLink),
  openRoute(forgotPassword, requestPasswordReset),
  openRoute(resetPassword, resetByLink),
  route(currentUser, getCurrentUser),
  route(logout, signOut),
  route(updateProfile, changeProfile),
  route(changeEmail, requestEmailChange),
  route(setPin, changePin),
  route(changePassword, changeOwnPassword),
  route(listSessions, ownSessions),
  route(revokeSession, endOwnSession),
];
