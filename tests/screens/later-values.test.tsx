import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NotificationText } from '../../src/client/app/layout/notification-text.tsx';
import { useAuditWords } from '../../src/client/text/audit-words.ts';
import { useLedgerWords } from '../../src/client/text/ledger.ts';
import { useRefusalText } from '../../src/client/text/refusals.ts';
import { useStatuses } from '../../src/client/text/statuses.ts';
import { renderHook, renderPiece } from '../support/show-piece.tsx';

/** A value of a later version, in the place of one that this version knows. */
const later = (value: string) => value as never;

test('D-27 a notification of an unknown kind says that a newer version can show it', async () => {
  const row = { id: 'n1', kind: later('order.unknown'), about: {}, read_at: null, created_at: '', rev: 1 };
  renderPiece(() => <NotificationText row={row as never} />);

  await screen.findByText('News that only a newer version of the app can show');
});

test('D-27 unknown movements, statuses, types and changes have plain words', async () => {
  const useWords = () => ({ words: useLedgerWords(), statuses: useStatuses(), audit: useAuditWords() });
  const { words, statuses, audit } = await renderHook(useWords);

  expect(words({ kind: later('bonus'), order_id: null })).toBe('Balance changed');
  expect(statuses.order('held').label).toBe('Pending');
  expect(statuses.ticket('parked').label).toBe('Open');
  expect([statuses.ticketType('legal'), statuses.priority('urgent')]).toEqual(['legal', 'urgent']);
  expect(audit.action('order.unknown')).toBe('order.unknown …');
});

test('D-27 a refusal with an unknown code says that a newer version knows the reason', async () => {
  const { failure, refusal } = await renderHook(useRefusalText);
  const sentence = 'This was refused, for a reason that only a newer version of the app can show. Update the app.';

  expect(failure({ kind: 'refused', code: 'UNKNOWN' })).toBe(sentence);
  expect(refusal('toString')).toBe(sentence);
  expect(refusal('ERROR')).toBe('Something went wrong. Please try again.');
});
