import type { OutboxItem } from '../../../src/client/local/stored.ts';

/** The text of a waiting change that its user may change. */
export const amendedField: Record<string, string> = {
  'ticket.reply': 'content',
  'ticket.note': 'content',
  'topup.open': 'note',
};

/**
 * The arguments with which a user sends a refused item again: no order, an amount and a proof that the method accepts, or
 * the current value as the one to replace.
 */
export function correctionOf({ kind, error }: OutboxItem): Record<string, unknown> {
  if (kind === 'ticket.open') return { order_id: null };
  if (kind === 'topup.open') return { amount: 50, slip_number: 'TR-CORRECTED' };
  // Nothing can be corrected where an admin has decided: it is refused again.
  if (kind === 'topup.cancel') return {};
  // Nor where support asks for another round, or the order is closed.
  if (kind === 'order.answers' || kind === 'order.ask') return {};
  const current = error?.details?.current;
  return current ? { from: current } : {};
}
