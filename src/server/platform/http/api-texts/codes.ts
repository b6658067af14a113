import type { CallTexts } from './call-text.ts';

/** Texts of the calls for codes and their stock. */
export const codesTexts = {
  checkCodes: {
    tag: 'Products',
    summary: 'Check an import of codes',
    description:
      'Stores nothing. `text` has one code in a line, or CSV with a header of `code`, `serial`, `pin` and `expires_at` (a day, `2027-01-31`). The answer has numbers of lines only: `doubled` ones repeat an earlier line, `known` ones are codes that the shop has, `wrong` ones are none.',
  },
  importCodes: {
    tag: 'Products',
    summary: 'Import codes',
    description:
      'Stores all codes of `text`, encrypted, or none. `cost` is what each of them has cost. Refused with INVALID_FIELDS `text: invalid` for a wrong line and `text: already_exists` for a doubled or known code, unless `skip_known`; with BUSY and `details.reason` `codes_key` on a server without CODES_KEY.',
  },
  readStock: {
    tag: 'Products',
    summary: 'Get the stock of codes of a product',
    description:
      'The free codes, the number at which admins are notified, and the newest 50 batches, for each variant. Agents see no costs.',
  },
  setStock: {
    tag: 'Products',
    summary: 'Set at how many free codes admins are notified',
    description: '`low_at` null: only when none are left. A product with variants needs `variant_id`.',
  },
  withdrawCodes: {
    tag: 'Products',
    summary: 'Withdraw the free codes of a batch',
    description: 'For good, with a reason for the audit log and the admin’s own PIN. Codes of orders stay.',
  },
  revealCodes: {
    tag: 'Orders',
    summary: 'Open codes of an order',
    description:
      'For the customer whose order it is, or an admin with a PIN. `ids` missing: all of the order. An opened code does not go back into the stock. NOT_FOUND for other customers, FORBIDDEN for agents.',
  },
  replaceCode: {
    tag: 'Orders',
    summary: 'Replace a faulty code',
    description:
      'Marks a code of an order as faulty and adds the next free one at no charge, with the admin’s own PIN. Refused with OUT_OF_STOCK when none is free, and with CONFLICT and `details.reason` `replaced` when it was replaced or returned before, or `returned` when the money of the order went back.',
  },
  listOrderCodes: {
    tag: 'Orders',
    summary: 'List the codes of an order without their texts',
    description:
      'For admins, agents and the customer whose order it is: the state of each code, and by whom and when it was opened first.',
  },
} as const satisfies CallTexts;
