import type { CallTexts } from './call-text.ts';

/** Texts of the calls for signing in and the user's own account. */
export const accountTexts = {
  csrfCookie: {
    tag: 'Sign-in',
    summary: 'Get the CSRF cookie',
    description:
      'Sets the XSRF-TOKEN cookie. A change that is authenticated by the session cookie sends its value back in the X-XSRF-TOKEN header; a bearer token needs none.',
  },
  login: {
    tag: 'Sign-in',
    summary: 'Sign in',
    description:
      'Returns the user, a bearer token and the ISO 4217 code of all amounts, and sets the session cookie. Refuses with INVALID_CREDENTIALS, with ACCOUNT_NOT_ACTIVE (`details.reason` is `unconfirmed` or `disabled`) only after the correct password, and with TOO_MANY_REQUESTS after too many wrong ones.',
  },
  register: {
    tag: 'Sign-in',
    summary: 'Register',
    description:
      'Creates an account that is not active yet and sends an e-mail with a link that confirms the address. A taken address is refused with `email: unique`.',
  },
  confirmEmail: {
    tag: 'Sign-in',
    summary: 'Confirm an e-mail address',
    description:
      'Activates the account that the e-mail was sent to, or gives it its new address. It never signs the user in. The token expires after a day; a wrong, used or expired one is refused with `token: invalid`.',
  },
  resendConfirmation: {
    tag: 'Sign-in',
    summary: 'Send the confirmation e-mail again',
    description: 'At most three an hour. The answer is the same for every address, known or not.',
  },
  forgotPassword: {
    tag: 'Sign-in',
    summary: 'Request a link to set a new password',
    description:
      'Sends an e-mail with a link, at most three an hour. The answer is the same for every address, known or not.',
  },
  resetPassword: {
    tag: 'Sign-in',
    summary: 'Set a new password with a link',
    description:
      'Sets the password of the account that the e-mail was sent to and ends all its sessions. A wrong, used or expired token is refused with `token: invalid`.',
  },
  currentUser: {
    tag: 'Account',
    summary: 'Get the signed-in user',
    description:
      '`data.user` and `user` are the same user. `currency` is the ISO 4217 code of all amounts. `profile.pending_email` is a new address whose link was not opened yet.',
  },
  logout: {
    tag: 'Account',
    summary: 'Sign out',
    description: 'Ends this session. Its token and its cookie are refused from the next request on.',
  },
  setPin: {
    tag: 'Account',
    summary: 'Set your PIN',
    description:
      'The PIN with which an admin confirms balance changes. Needs your password, and unlocks a locked PIN. Refuses with `password: invalid` and `pin: too_common`.',
  },
  changePassword: {
    tag: 'Account',
    summary: 'Change your password',
    description: 'Needs the current password and ends every other session of the user.',
  },
  updateProfile: {
    tag: 'Account',
    summary: 'Change your name, language and e-mail preferences',
    description:
      'Missing fields stay unchanged. `muted_mail` lists the kinds of e-mail that are not sent, `muted_notifications` the kinds of notification that are not made.',
  },
  changeEmail: {
    tag: 'Account',
    summary: 'Change your e-mail address',
    description:
      'Needs the current password and sends a link to the new address; the account takes the address when the link is opened (`confirmEmail`), within 24 hours. Refuses with `current_password: invalid` and `email: unique`.',
  },
  listSessions: {
    tag: 'Account',
    summary: 'List your sessions',
    description: 'The devices on which the user is signed in, last used first.',
  },
  revokeSession: {
    tag: 'Account',
    summary: 'End one of your sessions',
    description:
      'Its token is refused from the next request on. NOT_FOUND for any other session than an active one of the user.',
  },
  readInitial: {
    tag: 'Account',
    summary: 'Get the counts and short lists that a client shows first',
    description: 'Numbers for badges and a short product list, for a client without a device database.',
  },
  readBalance: {
    tag: 'Balance',
    summary: 'Get your balance',
    description: 'In units of the shop’s currency, with two decimals.',
  },
  readOwnBalanceHistory: {
    tag: 'Balance',
    summary: 'List your ledger rows',
    description:
      'One page of the ledger, newest first. `kind` takes kinds separated by commas, and an unknown one finds nothing. `from` and `to` are days of the shop’s calendar (`2026-11-20`) or moments (ISO 8601), both included.',
  },
  listNotifications: {
    tag: 'Notifications',
    summary: 'List your notifications',
    description: 'One page, newest first. A client composes the text from `kind` and `about`.',
  },
  readNotifications: {
    tag: 'Notifications',
    summary: 'Mark your notifications as read',
    description: 'At most 500 ids at a time. Ids of other users’ notifications are ignored.',
  },
} as const satisfies CallTexts;
