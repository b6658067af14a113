import type { CallTexts } from './call-text.ts';

/** Texts of the calls for the audit log and the settings of the shop. */
export const settingsTexts = {
  listAudit: {
    tag: 'Audit log',
    summary: 'List who changed what and when',
    description:
      'Newest first, filtered by the users who acted (`user`), kinds of record (`entity`), one record (`entity` with `key`), actions and time. `next` is the `below` of the next page, or null on the last one. Rows about the accounts, balances and sessions of other admins are only in the answers to root.',
  },
  listTicketActivity: {
    tag: 'Audit log',
    summary: 'List the changes of a ticket',
    description: 'Newest first, in pages as those of the audit log; for users who answer tickets.',
  },
  readShop: {
    tag: 'Shop',
    summary: 'Get the settings of the shop',
    description:
      'Name, opening hours, colour and logo, which every device gets with the answers of `sync`, too, and `goals`, which those of agents and admins get: the hours of opening time within which support answers, by priority.',
  },
  updateShop: {
    tag: 'Shop',
    summary: 'Change the settings of the shop',
    description:
      'Replaces all of them; a missing `accent` or `goals` stays as it is. `hours` has the seven days from Monday, null for a closed one, in the shop’s time zone. With `If-Match`, refuses with REVISION_CHANGED and the settings in `details.current` after another change.',
  },
  readMail: {
    tag: 'Shop',
    summary: 'Get the sender and the texts of e-mails',
    description:
      'The texts that replace standard ones, the standard texts, and a value for each variable with which a text can be previewed.',
  },
  updateMail: {
    tag: 'Shop',
    summary: 'Change the sender and the texts of e-mails',
    description:
      'Replaces all of them. Texts are plain, with paragraphs separated by blank lines; a blank one stands for the standard text, and a paragraph that is only `{link}` becomes a button. Refuses a variable that the kind of e-mail lacks with `variable:<name>`, and a text without a link that is needed with `missing:link`. With `If-Match`, refuses with REVISION_CHANGED and the settings in `details.current` after another change.',
  },
  replaceLogo: {
    tag: 'Shop',
    summary: 'Replace the logo of the shop',
    description: 'A PNG, JPG, GIF or WEBP up to 4 MB, which is made at most 512 pixels wide and high.',
  },
  removeLogo: {
    tag: 'Shop',
    summary: 'Remove the logo of the shop',
    description: 'The app shows its own mark again.',
  },
  readLogo: {
    tag: 'Shop',
    summary: 'Get the picture of the logo',
    description:
      'For all visitors, as the login page shows it. The name is `logo` of the settings; an earlier one is refused with NOT_FOUND.',
  },
  readWindows: {
    tag: 'Shop',
    summary: 'Get how many records devices store',
    description:
      'The newest of each kind; `all_orders` and `all_tickets` are those of agents and admins. `people` are users on the devices of admins, besides those of their orders and tickets.',
  },
  updateWindows: {
    tag: 'Shop',
    summary: 'Set how many records devices store',
    description:
      'Replaces all sizes; a missing `people` stays. Devices for which one has changed load their records again with their next sync; unsent changes stay.',
  },
  listDeliveries: {
    tag: 'Deliveries',
    summary: 'List delivery companies, cities and rates',
    description: 'All of them; the answer to every change is the same list.',
  },
  createDelivery: {
    tag: 'Deliveries',
    summary: 'Create a delivery company',
    description: 'Refuses a title that another company has with `title: unique`.',
  },
  updateDelivery: {
    tag: 'Deliveries',
    summary: 'Rename a delivery company',
    description:
      'With `If-Match`, refuses with REVISION_CHANGED and the list in `details.current` after another change.',
  },
  deleteDelivery: {
    tag: 'Deliveries',
    summary: 'Delete a delivery company',
    description: 'Its rates are deleted, too.',
  },
  createCity: {
    tag: 'Deliveries',
    summary: 'Create a city',
    description: 'Refuses a title that another city has with `title: unique`.',
  },
  updateCity: {
    tag: 'Deliveries',
    summary: 'Rename a city',
    description:
      'With `If-Match`, refuses with REVISION_CHANGED and the list in `details.current` after another change.',
  },
  deleteCity: {
    tag: 'Deliveries',
    summary: 'Delete a city',
    description: 'Its rates are deleted, too.',
  },
  setRate: {
    tag: 'Deliveries',
    summary: 'Set the rate of a company for a city',
    description:
      'A price of null removes the rate. `If-Match` is the revision of the rate, 0 for none; after another change the call is refused with REVISION_CHANGED and the list in `details.current`.',
  },
} as const satisfies CallTexts;
