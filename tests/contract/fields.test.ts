import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { EmailAddress, Id, NewPassword, optionalText, Pin, text, TicketRef, Uuid } from '../../src/contract/fields.ts';
import { paging } from '../../src/contract/query-fields.ts';
import { orderMessageMax } from '../../src/contract/limits.ts';
import { placeOrder } from '../../src/contract/orders.ts';
import { OpenTicketInput } from '../../src/contract/tickets.ts';

const codes = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);

describe('the values that a form may send', () => {
  test('S5-03 a password has at least eight characters, whatever they are', () => {
    expect(codes(NewPassword, 'ش'.repeat(8))).toBeUndefined();
    expect(codes(NewPassword, '1234567')).toEqual(['min:8']);
  });

  test('S5-07 S5-08 a PIN is required and has at least four digits', () => {
    expect(codes(Pin, '4821')).toBeUndefined();
    expect(codes(Pin, '')?.[0]).toBe('required');
    expect(codes(Pin, '482')?.[0]).toBe('min:4');
    expect(codes(Pin, 'abcd')).toEqual(['invalid']);
  });

  test('a text of exactly the maximum length is accepted, and one character more is refused', () => {
    for (const schema of [text(3), optionalText(3)]) {
      expect(codes(schema, 'ش🙂x')).toBeUndefined();
      expect(codes(schema, 'ش🙂xy')).toEqual(['max:3']);
    }
  });

  test('S5-04 an e-mail address is compared without case and without blanks around it', () => {
    expect(EmailAddress.parse('  Amina@Example.ORG ')).toBe('amina@example.org');
    expect(codes(EmailAddress, 'amina@')).toEqual(['invalid']);
  });

  test('S5-23 an order message is trimmed, at most 500 characters as a person counts them, and may be missing', () => {
    const message = optionalText(orderMessageMax);
    expect(message.parse(`  ${'😀'.repeat(500)} `)).toBe('😀'.repeat(500));
    expect(codes(message, 'x'.repeat(501))).toEqual(['max:500']);
    expect([message.parse('   '), message.parse(undefined), message.parse(null)]).toEqual([null, null, null]);
  });

  test('S5-24 a ticket needs a subject, a type and a content', () => {
    const issues = OpenTicketInput.safeParse({ subject: ' ' }).error?.issues.map((issue) => [
      issue.path.join('.'),
      issue.message,
    ]);
    expect(issues).toEqual([
      ['subject', 'required'],
      ['type', 'required'],
      ['content', 'required'],
    ]);
  });

  test('text with a NUL or a lone surrogate is refused', () => {
    expect(codes(text(10), 'a\0b')).toEqual(['invalid']);
    expect(codes(text(10), 'a\ud800')).toEqual(['invalid']);
  });

  test('a user and a status in the fields of a new order are ignored', () => {
    expect(placeOrder.input.parse({ product_id: '7', price: 12.5, user_id: 1, status: 'completed' })).toEqual({
      product_id: 7,
      price: 12.5,
      message: null,
    });
  });
});

describe('ids in paths', () => {
  test.each(['0', '-1', '1e1', '9223372036854775808', '%00', '١', '../', '', ' 1'])('%j is no id', (value) => {
    expect(Id.safeParse(value).success).toBe(false);
    expect(TicketRef.safeParse(value).success).toBe(false);
  });

  test('a ticket is identified by its UUID or by its number (D-1)', () => {
    expect(TicketRef.safeParse('1042').success).toBe(true);
    expect(TicketRef.safeParse('0193a1b2-0000-7000-8000-000000000001').success).toBe(true);
    expect(Uuid.safeParse('1042').success).toBe(false);
  });
});

describe('paging', () => {
  const list = z.object(paging(10));

  test('S9-08 a page has at most 100 rows', () => {
    expect(list.parse({ per_page: '5000' }).per_page).toBe(100);
  });

  test.each(['abc', '-3', '0', '1.5', ''])('an invalid page %j becomes page 1', (page) => {
    expect(list.parse({ page }).page).toBe(1);
  });
});
