import type { BalanceCause, NoticeWords } from './words.ts';

const contact = 'If this was not you, please contact the shop at once';
const securityAdvice =
  'If this was not you, somebody else is using your account: sign out your other devices in the settings and change your password.';

const balanceSentences: Record<BalanceCause, (amount: string, orderId: number | null) => string> = {
  added: (amount) => `${amount} was added to your balance.`,
  subtracted: (amount) => `${amount} was taken from your balance.`,
  returned: (amount, orderId) => `${amount} for your order #${orderId} was returned to your balance.`,
  charged: (amount, orderId) => `${amount} for your order #${orderId} was charged to your balance again.`,
};

export const en: NoticeWords = {
  hello: (name) => `Hello ${name},`,
  emailChanged: {
    subject: 'Your e-mail address was changed',
    body: 'The e-mail address of your account was changed. From now on you sign in with the new address, and we write to it.',
    advice: `${contact}. This is the last e-mail to this address.`,
    button: 'Open Comptoir',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    body: 'The password of your account was changed. Other devices have been signed out.',
    advice: `${contact} and choose a new password.`,
    button: 'Open Comptoir',
  },
  emailAndPasswordChanged: {
    subject: 'Your e-mail address and password were changed',
    body: 'The e-mail address and the password of your account were changed. From now on you sign in with the new ones, and we write to the new address.',
    advice: `${contact}. This is the last e-mail to this address.`,
    button: 'Open Comptoir',
  },
  newAdmin: (admin) => ({
    subject: 'There is a new admin',
    body: `${admin} is now an admin of the shop.`,
    advice: 'If you did not do this, take the role back and change your password.',
    button: 'Show this admin',
  }),
  ownPinLocked: {
    subject: 'Your PIN is locked',
    body: 'A wrong PIN was entered five times with your account. Your PIN is locked for 15 minutes.',
    advice: securityAdvice,
    button: 'Open the settings',
  },
  ownPinDisabled: {
    subject: 'Your PIN is disabled',
    body: 'A wrong PIN was entered ten times with your account. Your PIN is disabled until you set a new one with your password.',
    advice: securityAdvice,
    button: 'Open the settings',
  },
  pinLocked: (admin) => ({
    subject: 'The PIN of an admin is locked',
    body: `A wrong PIN was entered five times with the account of ${admin}. The PIN is locked for 15 minutes.`,
    advice: 'If it was not this admin, deactivate the account until you know more.',
    button: 'Show this admin',
  }),
  pinDisabled: (admin) => ({
    subject: 'The PIN of an admin is disabled',
    body: `A wrong PIN was entered ten times with the account of ${admin}. The PIN is disabled until it is set again with the password.`,
    advice: 'If it was not this admin, deactivate the account until you know more.',
    button: 'Show this admin',
  }),
  ticketReply: ({ number, subject }) => ({
    subject: `New reply to your ticket #${number}`,
    body: `We have replied to your ticket ${subject}.`,
    button: 'Read the reply',
  }),
  orderDelivered: ({ id, product, total }) => ({
    subject: `Your order #${id} was delivered`,
    body: `Your order #${id} (${product}, ${total}) was delivered. What belongs to it is with your orders.`,
    button: 'Show my orders',
  }),
  balanceChanged: ({ cause, amount, balance, orderId }) => ({
    subject: 'Your balance has changed',
    body: `${balanceSentences[cause](amount, orderId)} Your balance is now ${balance}.`,
    advice: 'If you have a question about this, please open a ticket.',
    button: 'Show my balance',
  }),
};
