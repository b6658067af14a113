import type { StandardTexts } from './kinds.ts';

const hello = 'Hello {name},';

export const en: StandardTexts = {
  ticket_reply: {
    subject: 'New reply to your ticket #{number}',
    paragraphs: [hello, 'We have replied to your ticket {subject}.'],
    button: 'Read the reply',
  },
  order_delivered: {
    subject: 'Your order #{number} was delivered',
    paragraphs: [
      hello,
      'Your order #{number} ({product}, {total}) was delivered. What belongs to it is with your orders.',
    ],
    button: 'Show my orders',
  },
  order_ask: {
    subject: 'Please correct your order #{number}',
    paragraphs: [
      hello,
      'We cannot deliver your order #{number} ({product}) yet: something that you entered is not right. You see what to correct with the order.',
    ],
    button: 'Correct my order',
  },
  balance_added: {
    subject: 'Your balance has changed',
    paragraphs: [
      hello,
      '{amount} was added to your balance. Your balance is now {balance}.',
      'If you have a question about this, please open a ticket.',
    ],
    button: 'Show my balance',
  },
  balance_subtracted: {
    subject: 'Your balance has changed',
    paragraphs: [
      hello,
      '{amount} was taken from your balance. Your balance is now {balance}.',
      'If you have a question about this, please open a ticket.',
    ],
    button: 'Show my balance',
  },
  balance_returned: {
    subject: 'Your balance has changed',
    paragraphs: [
      hello,
      '{amount} for your order #{number} was returned to your balance. Your balance is now {balance}.',
      'If you have a question about this, please open a ticket.',
    ],
    button: 'Show my balance',
  },
  balance_charged: {
    subject: 'Your balance has changed',
    paragraphs: [
      hello,
      '{amount} for your order #{number} was charged to your balance again. Your balance is now {balance}.',
      'If you have a question about this, please open a ticket.',
    ],
    button: 'Show my balance',
  },
  confirm_address: {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      hello,
      'Please confirm your e-mail address to activate your account. The link works once, within 24 hours.',
      'If you have not registered, you can ignore this e-mail.',
    ],
    button: 'Activate my account',
  },
  register_again: {
    subject: 'Please register again',
    paragraphs: [
      'You asked for a new confirmation link. This address has been registered more than once, or too long ago, so we cannot tell which registration is yours. Please register again and use the link in the e-mail that follows.',
      'Links we have already sent keep working for 24 hours. If you have not registered, you can ignore this e-mail.',
    ],
    button: 'Register',
  },
  new_password: {
    subject: 'Choose a new password',
    paragraphs: [
      hello,
      'somebody asked for a new password for your account. The link works once, within 24 hours. All devices will be signed out.',
      'If it was not you, ignore this e-mail: your password stays as it is.',
    ],
    button: 'Choose a password',
  },
  new_address: {
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      hello,
      'Please confirm that your account gets this e-mail address. The link works once, within 24 hours. Until then nothing changes.',
      'If you have not asked for this, you can ignore this e-mail.',
    ],
    button: 'Use this address',
  },
  address_changed: {
    subject: 'Your e-mail address was changed',
    paragraphs: [
      hello,
      'The e-mail address of your account was changed. From now on you sign in with the new address, and we write to it.',
      'If this was not you, please contact the shop at once. This is the last e-mail to this address.',
    ],
    button: 'Open {shop}',
  },
  password_changed: {
    subject: 'Your password was changed',
    paragraphs: [
      hello,
      'The password of your account was changed. Other devices have been signed out.',
      'If this was not you, please contact the shop at once and choose a new password.',
    ],
    button: 'Open {shop}',
  },
  account_changed: {
    subject: 'Your e-mail address and password were changed',
    paragraphs: [
      hello,
      'The e-mail address and the password of your account were changed. From now on you sign in with the new ones, and we write to the new address.',
      'If this was not you, please contact the shop at once. This is the last e-mail to this address.',
    ],
    button: 'Open {shop}',
  },
  weekly_digest: {
    subject: 'The week of {shop}: {from} to {to}',
    paragraphs: [
      hello,
      'These are the figures of the week from {from} to {to}, with those of the week before in brackets.',
      'Orders: {orders} ({orders_before})\nTotal of the orders: {total} ({total_before})\nBalance added: {added} ({added_before})\nNew users: {users} ({users_before})',
      'Tickets opened: {opened} ({opened_before})\nTickets solved: {solved} ({solved_before})\nFirst answers in time: {in_time} ({in_time_before})\nFirst answers too late: {late} ({late_before})\nTickets that wait for an answer now: {waiting}',
    ],
    button: 'Show the dashboard',
  },
  new_admin: {
    subject: 'There is a new admin',
    paragraphs: [
      hello,
      '{admin} is now an admin of the shop.',
      'If you did not do this, take the role back and change your password.',
    ],
    button: 'Show this admin',
  },
  own_pin_locked: {
    subject: 'Your PIN is locked',
    paragraphs: [
      hello,
      'A wrong PIN was entered five times with your account. Your PIN is locked for 15 minutes.',
      'If this was not you, somebody else is using your account: sign out your other devices in the settings and change your password.',
    ],
    button: 'Open the settings',
  },
  own_pin_disabled: {
    subject: 'Your PIN is disabled',
    paragraphs: [
      hello,
      'A wrong PIN was entered ten times with your account. Your PIN is disabled until you set a new one with your password.',
      'If this was not you, somebody else is using your account: sign out your other devices in the settings and change your password.',
    ],
    button: 'Open the settings',
  },
  pin_locked: {
    subject: 'The PIN of an admin is locked',
    paragraphs: [
      hello,
      'A wrong PIN was entered five times with the account of {admin}. The PIN is locked for 15 minutes.',
      'If it was not this admin, deactivate the account until you know more.',
    ],
    button: 'Show this admin',
  },
  pin_disabled: {
    subject: 'The PIN of an admin is disabled',
    paragraphs: [
      hello,
      'A wrong PIN was entered ten times with the account of {admin}. The PIN is disabled until it is set again with the password.',
      'If it was not this admin, deactivate the account until you know more.',
    ],
    button: 'Show this admin',
  },
  topup_refused: {
    subject: 'Your top-up request #{number} was refused',
    paragraphs: [
      hello,
      'Your top-up request #{number} of {amount} was refused: {reason}.',
      'Your balance has not changed. You can send another request, or open a ticket if you have a question about this.',
    ],
    button: 'Show my request',
  },
  topup_refused_with_note: {
    subject: 'Your top-up request #{number} was refused',
    paragraphs: [
      hello,
      'Your top-up request #{number} of {amount} was refused: {reason}.',
      'The shop writes: {note}',
      'Your balance has not changed. You can send another request, or open a ticket if you have a question about this.',
    ],
    button: 'Show my request',
  },
  topup_reminder: {
    subject: 'Top-up requests that wait: {count}',
    paragraphs: [
      hello,
      'these top-up requests have waited for more than 24 hours. The customers say that they have paid.',
      'Requests: {count}\nHours since the oldest: {hours}',
    ],
    button: 'Show the requests',
  },
  topup_method_changed: {
    subject: 'A way to pay was changed',
    paragraphs: [
      hello,
      '{admin} has changed the way to pay {method}.',
      '{changes}',
      'If you did not expect this, check the accounts at once: customers send their money to them.',
    ],
    button: 'Check the ways to pay',
  },
};
