import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EmailKind } from '../../contract/mail.ts';

/** The names of the kinds of e-mail whose texts an admin may replace. */
export const emailKindNames: Readonly<Record<EmailKind, MessageDescriptor>> = {
  ticket_reply: msg`Reply to a ticket`,
  order_delivered: msg`Order delivered`,
  balance_added: msg({ message: 'Balance added', context: 'e-mail' }),
  balance_subtracted: msg({ message: 'Balance subtracted', context: 'e-mail' }),
  balance_returned: msg`Price of an order returned`,
  balance_charged: msg`Order charged again`,
  confirm_address: msg`Confirm the e-mail address`,
  register_again: msg`Register again`,
  new_password: msg`Choose a new password`,
  new_address: msg`Confirm a new e-mail address`,
  address_changed: msg`E-mail address changed`,
  password_changed: msg({ message: 'Password changed', context: 'e-mail' }),
  account_changed: msg`E-mail address and password changed`,
};
