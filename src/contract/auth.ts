import * as z from 'zod/mini';
import { Done, success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Email, Name, NewPassword } from './fields.ts';
import { passwordMax } from './limits.ts';
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

/** Refuses with INVALID_CREDENTIALS, ACCOUNT_NOT_ACTIVE (details.reason `unconfirmed` or `disabled`), TOO_MANY_REQUESTS. */
export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  audience: 'anyone',
  input: z.object({
    email: z
      .string({ error: 'required' })
      .check(z.trim(), z.toLowerCase(), z.minLength(1, { error: 'required' }), z.maxLength(254, { error: 'invalid' })),
    password: z
      .string({ error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(passwordMax, { error: `max:${passwordMax}` })),
  }),
  output: success({ data: z.object({ user: User, token: z.string() }) }),
});

/** Makes an inactive account and posts the confirmation letter. Refuses a taken address with `email: unique`. */
export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register',
  audience: 'anyone',
  input: z.object({
    name: Name,
    email: Email,
    password: NewPassword,
    locale: z._default(z.catch(z.enum(['en', 'fr', 'ar']), 'en'), 'en'),
  }),
  output: Done,
});

/** Activates the account the letter was written for; never signs anybody in. Refuses with INVALID_FIELDS `token: invalid`. */
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

/** Posts a new confirmation letter (at most three an hour); the answer is the same for any address. */
export const resendConfirmation = endpoint({
  name: 'resendConfirmation',
  method: 'POST',
  path: '/api/auth/email/resend',
  audience: 'anyone',
  input: z.object({ email: Email, locale: z._default(z.catch(z.enum(['en', 'fr', 'ar']), 'en'), 'en') }),
  output: Done,
});

export const currentUser = endpoint({
  name: 'currentUser',
  method: 'GET',
  path: '/api/auth/current',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ data: z.object({ user: User }), user: User }),
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  audience: 'signedIn',
  input: z.object({}),
  output: Done,
});
