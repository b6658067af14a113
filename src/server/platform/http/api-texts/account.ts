import type { CallTexts } from './call-text.ts';

/** Signing in and one's own account. */
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
      'Answers the user and a bearer token, and sets the session cookie. Refuses with INVALID_CREDENTIALS, with ACCOUNT_NOT_ACTIVE (`details.reason` is `unconfirmed` or `disabled`) after the right password only, and with TOO_MANY_REQUESTS after too many wrong ones.',
  },
  register: {
    tag: 'Sign-in',
    summary: 'Register',
    description:
      'Creates an account that is not active yet and sends an e-mail with a link that confirms the address. An address that is taken is refused with `email: unique`.',
  },
  confirmEmail: {
    tag: 'Sign-in',
    summary: 'Confirm an e-mail address',
    description:
      'Activates the account that the e-mail was sent to, or gives it the new address it asked for. It never signs anybody in. A token that is wrong, used or older than a day is refused with `token: invalid`.',
  },
  resendConfirmation: {
    tag: 'Sign-in',
    summary: 'Send the confirmation e-mail again',
    description: 'At most three an hour. The answer is the same for every address, known or not.',
  },
  forgotPassword: {
    tag: 'Sign-in',
    summary: 'Ask for a link to a new password',
    description:
      'Sends an e-mail with a link, at most three an hour. The answer is the same for every address, known or not.',
  },
  resetPassword: {
    tag: 'Sign-in',
    summary: 'Set a new password with a link',
    description:
      'Sets the password of the account that the e-mail was sent to and ends all its sessions. A token that is wrong, used or too old is refused with `token: invalid`.',
  },
  currentUser: {
    tag: 'Account',
    summary: 'Get the signed-in user',
    description: 'The user is in `data.user` and in `user`: both are the same.',
  },
  logout: {
    tag: 'Account',
    summary: 'Sign out',
    description: 'Ends this session. Its token and its cookie are refused from the next request on.',
  },
  setPin: {
    tag: 'Account',
    summary: 'Set the own PIN',
    description:
      'The PIN that an admin confirms changes of balances with. Needs the own password, and unlocks a PIN that was locked. Refuses with `password: invalid` and `pin: too_common`.',
  },
  changePassword: {
    tag: 'Account',
    summary: 'Change the own password',
    description: 'Needs the present password and ends every other session of the user.',
  },
  updateProfile: {
    tag: 'Account',
    summary: 'Change the own name, language and e-mail preferences',
    description: 'What is missing stays as it is. `muted_mail` names the kinds of e-mails that are not to be sent.',
  },
  changeEmail: {
    tag: 'Account',
    summary: 'Change the own e-mail address',
    description:
      'Needs the present password and sends a link to the new address; the account takes the address when the link is opened (`confirmEmail`), within 24 hours. Refuses with `current_password: invalid` and `email: unique`.',
  },
  listSessions: {
    tag: 'Account',
    summary: 'List the own sessions',
    description: 'The devices on which the user is signed in, the last used one first.',
  },
  revokeSession: {
    tag: 'Account',
    summary: 'End one of the own sessions',
    description: 'Its token is refused from the next request on. NOT_FOUND where it is not a live session of the user.',
  },
  readInitial: {
    tag: 'Account',
    summary: 'Get counts and light lists to start with',
    description: 'Numbers for badges and a short product list, for a client without a device database.',
  },
  readBalance: {
    tag: 'Balance',
    summary: 'Get the own balance',
    description: 'In units of the shop’s currency, with two decimals.',
  },
  readOwnBalanceHistory: {
    tag: 'Balance',
    summary: 'List the movements of the own balance',
    description: 'One page of the ledger, the newest movement first.',
  },
  listNotifications: {
    tag: 'Notifications',
    summary: 'List the own notifications',
    description: 'One page, the newest first. A client makes the words from `kind` and `about`.',
  },
  readNotifications: {
    tag: 'Notifications',
    summary: 'Mark own notifications as read',
    description: 'At most 500 ids at a time. Ids of other people’s notifications change nothing.',
  },
} as const satisfies CallTexts;
