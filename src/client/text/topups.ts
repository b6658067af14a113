import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { TopupReason, TopupStatus } from '../../contract/topup-rules.ts';
import type { StatusLook, Tone } from './statuses.ts';

/** The states of a request from its customer's view; admins read the same words. */
const looks: Record<TopupStatus, readonly [MessageDescriptor, Tone]> = {
  waiting: [msg`Waiting for the shop`, 'amber'],
  approved: [msg({ message: 'Approved', context: 'top-up request' }), 'green'],
  refused: [msg({ message: 'Refused', context: 'top-up request' }), 'red'],
  cancelled: [msg({ message: 'Cancelled', context: 'top-up request' }), 'neutral'],
};

const reasons: Record<TopupReason, MessageDescriptor> = {
  not_received: msg`The payment has not arrived`,
  other_amount: msg`Another amount has arrived`,
  unreadable: msg`The slip cannot be read`,
  used_before: msg`This payment was credited before`,
  other: msg({ message: 'Another reason', context: 'refused top-up request' }),
};

/** Returns the words of top-up requests in the user's language. */
export function useTopupWords() {
  const { i18n } = useLingui();
  return {
    /** Unknown values are shown as waiting. */
    status: (status: string): StatusLook => {
      const [message, tone] = looks[status as TopupStatus] ?? looks.waiting;
      return { label: i18n._(message), tone };
    },
    reason: (reason: string): string => i18n._(reasons[reason as TopupReason] ?? reasons.other),
  };
}
