import type { CallTexts } from './call-text.ts';

const tag = 'Top-ups';

/** The requests with which customers add to their balances, and the ways to pay. */
export const topupTexts = {
  openTopup: {
    tag,
    summary: 'Ask for a top-up',
    description:
      'For customers who have paid outside the shop: no money moves until an admin approves it. As JSON with the ids of uploaded files in `file_ids`, or as a form with files in `slips`. A client may choose the `id` (a UUID), so that a request sent twice is created once. The method decides the smallest and the largest amount and whether a file, the number of the transfer or both are needed. Refused with LIMIT_REACHED (`details.limit`, `of`, `until`) when a limit of the shop is reached.',
  },
  cancelTopup: {
    tag,
    summary: 'Cancel a top-up request',
    description: 'For its owner. Refused with CONFLICT (`details.current`) when it was decided in the meantime.',
  },
  approveTopup: {
    tag,
    summary: 'Approve a top-up request',
    description:
      'Adds `amount` to the customer’s balance, once, with the acting admin’s PIN; another amount than the one asked for needs a `note`, which the customer reads. Refused with INVALID_PIN, with CONFLICT (`details.current`, `by`, `at`) when the request was decided in the meantime, with ALIKE (`details.alike`) when an approved request has the same file or number (confirm it with `despite_alike`), with LIMIT_REACHED above the largest balance, and with GONE when the account of the customer was deleted.',
  },
  refuseTopup: {
    tag,
    summary: 'Refuse a top-up request',
    description:
      'With a reason, and a note that the customer reads (needed for the reason `other`). No money moves. Refused with CONFLICT when the request was decided in the meantime.',
  },
  listTopups: {
    tag,
    summary: 'List top-up requests in pages',
    description:
      'Newest first, or by `sort` (`date`, `amount`) and `direction`. Customers get only their own requests. `status`, `method` and `user` take values separated by commas; `from` and `to` are days of the shop’s calendar or moments, both included; `search` finds the number of a request, a customer, or the number of a transfer.',
  },
  readTopup: {
    tag,
    summary: 'Read a top-up request',
    description: 'Customers read only their own requests, without the requests that may be about the same payment.',
  },
  listTopupMethods: {
    tag,
    summary: 'List the ways to pay',
    description: 'In their order: all for admins, active ones for customers.',
  },
  createTopupMethod: {
    tag,
    summary: 'Create a way to pay',
    description: 'For root. It is placed last. All admins get an e-mail.',
  },
  updateTopupMethod: {
    tag,
    summary: 'Change a way to pay',
    description:
      'For root. Replaces all fields. All admins get an e-mail when an account changes. `If-Match` as for products.',
  },
  moveTopupMethod: {
    tag,
    summary: 'Move a way to pay',
    description: 'For root. Places it before the method `before_id`, or last (null).',
  },
  readTopupLimits: { tag, summary: 'Read the limits of top-up requests', description: 'For admins.' },
  updateTopupLimits: {
    tag,
    summary: 'Change the limits of top-up requests',
    description: 'For root. Replaces all limits; null for none. `If-Match` as for products.',
  },
} as const satisfies CallTexts;
