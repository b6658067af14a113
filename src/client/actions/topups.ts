import type { TopupRow } from '../../contract/topups.ts';
import { isoTimeOf, unsentFiles, type Action } from './action.ts';

/** Shows the request until the server has answered; the name of its method is on the row of the method. */
export const openTopup: Action<'topup.open'> = {
  kind: 'topup.open',
  v: 1,
  createsRecord: true,
  lane: ({ id }) => id,
  files: ({ file_ids = [] }) => file_ids,
  effects: ({ id, method_id, amount, slip_number, paid_on, note, file_ids }, context) => {
    const at = isoTimeOf(context);
    const topup: TopupRow = {
      id,
      number: null,
      user_id: context.by.id,
      user_name: context.by.name,
      method_id,
      method_name: {},
      amount,
      credited: null,
      slip_number: slip_number ?? null,
      paid_on: paid_on ?? null,
      note: note ?? null,
      status: 'waiting',
      reason: null,
      decision_note: null,
      decided_by: null,
      decided_at: null,
      attachments: unsentFiles(file_ids),
      created_at: at,
      updated_at: at,
      rev: 0,
    };
    return [{ table: 'topups', key: id, createsRow: true, apply: (row) => row ?? { ...topup } }];
  },
};

/** A request that was decided meanwhile stays decided: then the server refuses. */
export const cancelTopup: Action<'topup.cancel'> = {
  kind: 'topup.cancel',
  v: 1,
  lane: ({ topup_id }) => topup_id,
  effects: ({ topup_id }, context) => [
    {
      table: 'topups',
      key: topup_id,
      apply: (row) =>
        row && (row.status === 'waiting' ? { ...row, status: 'cancelled', decided_at: isoTimeOf(context) } : row),
    },
  ],
};
