import * as z from 'zod/mini';
import { Done, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { EmailAddress, Id, Name, NewPassword, Pin, printable, IsoTime } from './fields.ts';
import { passwordMax } from './limits.ts';
import { localeCodes } from './locales.ts';
import { mailKinds, notificationKinds } from './notifications.ts';
import { User } from './people.ts';

/** Sets the XSRF-TOKEN cookie; its value goes back in the X-XSRF-TOKEN header of cookie-authenticated changes. */
export const csrfCookie = endpoint({
  name: 'csrfCookie',
  method: 'GET',
  path: '/sanctum/csrf-cookie',
  audience: 'anyone',
  input: z.object({}),
  output: Done,
});

/** The ISO 4217 code of the shop's currency. Missing from servers of an earlier version, whose shops were in euros. */
const Currency = z.string();

/** The user's preferences for their own account. */
export const Profile = z.object({
  /** The language of e-mails. */
  locale: z.enum(localeCodes),
  /** Kinds of e-mail that are not sent. */
  muted_mail: z.array(z.enum(mailKinds)),
  /** Kinds of notification that the user does not get; missing from servers of an earlier version. */
  muted_notifications: z.optional(z.array(z.enum(notificationKinds))),
  /** The new address whose link is still valid (`changeEmail`); missing from servers of an earlier version. */
  pending_email: z.optional(z.nullable(z.string())),
});

/**
 * `locale` is the language of the screen; later e-mails are written in it. Refuses with INVALID_CREDENTIALS,
 * ACCOUNT_NOT_ACTIVE (details.reason `unconfirmed` or `disabled`), TOO_MANY_REQUESTS.
 */
export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  audience: 'anyone',
  input: z.object({
    email: z
      .string({ error: 'required' })
      .check(
        z.trim(),
        z.toLowerCase(),
        z.minLength(1, { error: 'required' }),
        z.maxLength(254, { error: 'invalid' }),
        printable,
      ),
    password: z
      .string({ error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(passwordMax, { error: `max:${passwordMax}` })),
    locale: z.optional(z.catch(z.optional(z.enum(localeCodes)), undefined)),
  }),
  output: success({
    data: z.object({ user: User, token: z.string() }),
    currency: z.optional(Currency),
  }),
});

/** The language of the screen; English for an unknown one. */
const ChosenLocale = z._default(z.catch(z.enum(localeCodes), 'en'), 'en');

/** Creates an inactive account and sends the confirmation e-mail. Refuses a taken address with `email: unique`. */
export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register',
  audience: 'anyone',
  input: z.object({
    name: Name,
    email: EmailAddress,
    password: NewPassword,
    locale: ChosenLocale,
  }),
  output: Done,
});

/**
 * Activates the account that the link was sent for, or changes its address (`changeEmail`); never signs in. Refuses with
 * INVALID_FIELDS `token: invalid`.
 */
export const confirmEmail = endpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/api/auth/email/confirm',
  audience: 'anyone',
  input: z.object({
    token: z
      .string({ error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'invalid' })),
  }),
  output: Done,
});

/** Sends a new confirmation e-mail (at most three an hour); the response is the same for any address. */
export const resendConfirmation = endpoint({
  name: 'resendConfirmation',
  method: 'POST',
  path: '/api/auth/email/resend',
  audience: 'anyone',
  input: z.object({ email: EmailAddress, locale: ChosenLocale }),
  output: Done,
});

export const currentUser = endpoint({
  name: 'currentUser',
  method: 'GET',
  path: '/api/auth/current',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ data: z.object({ user: User }), user: User, profile: Profile, currency: z.optional(Currency) }),
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  audience: 'signedIn',
  input: z.object({}),
  output: Done,
});

const Secret = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(passwordMax, { error: `max:${passwordMax}` }));
const LinkToken = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'invalid' }));

/**
 * Sends an e-mail with a link to choose a new password (at most three an hour); the response is the same for any
 * address.
 */
export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/password/forgot',
  audience: 'anyone',
  input: z.object({ email: EmailAddress, locale: ChosenLocale }),
  output: Done,
});

/** Sets the password of the account the e-mail was sent to and ends all its sessions. Refuses with `token: invalid`. */
export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/auth/password/reset',
  audience: 'anyone',
  input: z.object({ token: LinkToken, password: NewPassword }),
  output: Done,
});

/**
 * Sets or changes the acting admin's PIN, and unlocks a locked one (D-7). Refuses with `password: invalid`, `pin:
 * too_common`.
 */
export const setPin = endpoint({
  name: 'setPin',
  method: 'POST',
  path: '/api/auth/pin',
  audience: 'money',
  input: z.object({ password: Secret, pin: Pin }),
  output: Done,
});

/** Changes the user's own password and ends every other session. */
export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/api/auth/password',
  audience: 'signedIn',
  key: 'optional',
  input: z.object({ current_password: Secret, password: NewPassword }),
  output: Done,
});

/** Changes the user's own name, language, and choice of e-mails and notifications; missing fields stay unchanged. */
export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'POST',
  path: '/api/auth/profile',
  audience: 'signedIn',
  input: z.object({
    name: z.optional(Name),
    locale: z.optional(z.enum(localeCodes, { error: 'invalid' })),
    muted_mail: z.optional(
      z
        .array(z.enum(mailKinds, { error: 'invalid' }), { error: 'invalid' })
        .check(z.maxLength(20, { error: 'max:20' })),
    ),
    muted_notifications: z.optional(
      z
        .array(z.enum(notificationKinds, { error: 'invalid' }), { error: 'invalid' })
        .check(z.maxLength(20, { error: 'max:20' })),
    ),
  }),
  output: success({ user: User, profile: Profile }),
});

/**
 * Sends a link to a new address; the account gets this address when the link is clicked (`confirmEmail`) within 24
 * hours. A later request, or a change of the password, ends the link. Refuses with `current_password: invalid`, and
 * like `register` with `email: unique` for a taken address.
 */
export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/api/auth/email',
  audience: 'signedIn',
  input: z.object({ email: EmailAddress, current_password: Secret }),
  output: Done,
});

export const Session = z.object({
  id: z.number(),
  user_agent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: IsoTime,
  used_at: IsoTime,
  /** Whether the request was made in this session. */
  is_current: z.boolean(),
});

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ sessions: z.array(Session) }),
});

/** Ends one of the user's own sessions; its token is invalid from the next request on. */
export const revokeSession = endpoint({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  audience: 'signedIn',
  input: z.object({ id: Id }),
  output: Done,
});
