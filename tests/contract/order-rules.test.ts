import { expect, test } from 'vitest';
import {
  deliveredStatuses,
  isOnlineOnly,
  moneyEffect,
  openOrderStatuses,
  orderStatuses,
  returnedStatuses,
  storedOrderStatus,
} from '../../src/contract/order-rules.ts';
import { OrderStatusInput } from '../../src/contract/orders.ts';

const charged = ['new', 'processing', 'delivered', 'completed'] as const;
const returned = ['refunded', 'canceled'] as const;

test('D-8 entering refunded or canceled returns the price, leaving them charges it again', () => {
  for (const from of charged)
    for (const to of returned)
      expect({ from, to, effect: moneyEffect(from, to) }).toEqual({ from, to, effect: 'return' });
  for (const from of returned)
    for (const to of charged)
      expect({ from, to, effect: moneyEffect(from, to) }).toEqual({ from, to, effect: 'charge' });
});

test('D-8 no money moves between two charged statuses or between two returned statuses', () => {
  for (const group of [charged, returned])
    for (const from of group)
      for (const to of group) expect({ from, to, effect: moneyEffect(from, to) }).toEqual({ from, to, effect: 'none' });
});

test('D-8 only refunded and canceled need a connection', () => {
  expect(orderStatuses.filter(isOnlineOnly)).toEqual(returned);
});

test('S4-01 each status belongs to open, delivered or returned orders, and to one of them only', () => {
  const statuses = [...openOrderStatuses, ...deliveredStatuses, ...returnedStatuses];
  expect(statuses.toSorted()).toEqual(orderStatuses.toSorted());
});

test('C-25 cancelled is stored as canceled, every other status under its own name', () => {
  expect(storedOrderStatus('cancelled')).toBe('canceled');
  expect(orderStatuses.map(storedOrderStatus<string>)).toEqual(orderStatuses);
  expect(OrderStatusInput.parse('cancelled')).toBe('canceled');
});
