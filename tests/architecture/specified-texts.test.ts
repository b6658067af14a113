import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/*
 * The messages of chapters 5 and 8 of the specification, by its keys, or by its words where it gives no key, each with
 * the English text that the app shows. A catalogue is read by the English text, so the two spellings of a key, with `-`
 * and with `_`, are one message. Messages of areas that do not exist yet, such as confirming orders and imported
 * sheets, are not in the list.
 */

const errors = {
  'invalid-credentials': 'Invalid e-mail or password.',
  'login-throttle-limit': 'Too many login attempts. Please try again later.',
  'session expired, please login': 'Your session has expired. Please log in.',
  'messages.something-went-wrong': 'Something went wrong. Please try again.',
  'not-active': 'Your account is not active.',
  'amount greater than zero': 'Please enter a valid amount greater than zero.',
  'amount within the balance': 'Amount cannot exceed current balance.',
  'PIN required': 'PIN is required for balance operations.',
  'PIN at least 4 characters': 'PIN must be at least 4 characters.',
  INVALID_PIN: 'Invalid PIN.',
  'operation failed': 'Operation failed. Please try again.',
  balance_not_enough: 'Your balance is not enough for this order.',
  'variant required': 'Please select a variant to continue.',
  'errors.file_too_large': 'The file is too large. The limit is 4 MB.',
  'invalid file type': 'This file type is not allowed.',
  required: '{field} is required.',
  invalid: '{field} is not valid.',
  unique: '{field} is already taken.',
  min: '{field} must have at least {bound} characters.',
  already_exists: '{field} already exists.',
  at_least_one_required: '{field}: at least one is required.',
  fetch_failed: '{field} could not be loaded.',
  'messages.error-loading': 'Error loading tickets',
  'messages.error-adding-response': 'The reply could not be added.',
  'tickets.error_sending_response': 'The reply could not be sent.',
  'tickets.error_updating_status': 'The status could not be updated.',
  'messages.error-creating': 'The ticket could not be created.',
  'delete order 404': 'Order not found',
  'delete order 403': 'You are not authorized to delete this order',
  'delete order, other failures': 'An error occurred while deleting the order',
  'invalid date': 'Invalid date',
  'no date': 'No date',
};

const successes = {
  'messages.created-successfully': 'Product created successfully',
  'messages.updated-successfully': 'Product updated successfully',
  deleted: 'User deleted',
  'balance added': 'Balance added',
  'balance subtracted': 'Balance subtracted',
  order_created_successfully: 'Order placed',
  'messages.order_updated_successfully': 'Order #{id} updated',
  'messages.order_deleted_successfully': 'Order deleted',
  'messages.response-added': 'Reply added',
  'tickets.response_sent_successfully': 'Reply sent',
  'tickets.status_updated_successfully': 'Status updated',
  'ticket assigned': 'Assignee updated',
  'bulk update completed': 'Bulk update completed',
  'copied to clipboard': 'Copied to clipboard',
};

const prompts = {
  'delete prompt': 'Are you sure you want to delete this?',
  'delete prompt, second sentence': 'This action cannot be reverted!',
  'order prompt': 'Are you sure you want to place this order?',
  'order prompt, second sentence': 'Your order will be processed immediately after confirmation.',
};

const emptyStates = {
  'messages.table-no-results': 'No results',
  'no products found': 'No products found matching your criteria.',
  'no active variants': 'No active variants available for this product.',
  'no orders found': 'No orders found matching your criteria.',
};

interface Entry {
  /** The files of the app that show the text. */
  sources: string[];
  text: string;
}

/** Returns the entries of both catalogues of a language, by their English text. */
function readCatalogue(language: string): Map<string, Entry> {
  const files = [`${language}.po`, join('admin', `${language}.po`)];
  const blocks = files.flatMap((file) => readFileSync(resolve('locale', file), 'utf8').split('\n\n'));
  return new Map(
    blocks.map((block) => {
      const sources = [...block.matchAll(/^#: (.+)$/gm)].map(([, source = '']) => source);
      return [readField(block, 'msgid'), { sources, text: readField(block, 'msgstr') }];
    }),
  );
}

/** Returns a field of an entry, whose text may go on in the lines below it. */
function readField(block: string, name: string): string {
  const [, quoted = '""'] = new RegExp(`^${name} ((?:".*"\\n?)+)`, 'm').exec(`${block}\n`) ?? [];
  return quoted
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');
}

/** Returns the keys whose text no screen shows, or that French or Arabic lack, or repeat in English. */
function missingOf(texts: Record<string, string>): string[] {
  const [english, french, arabic] = ['en', 'fr', 'ar'].map(readCatalogue) as [
    Map<string, Entry>,
    Map<string, Entry>,
    Map<string, Entry>,
  ];
  return Object.entries(texts)
    .filter(([, text]) => {
      const isShown = english.get(text)?.sources.some((source) => source.startsWith('src/client/')) ?? false;
      const others = [french, arabic].map((catalogue) => catalogue.get(text)?.text ?? '');
      return !isShown || others.some((other) => other === '' || other === text);
    })
    .map(([key]) => key);
}

test('S5-31 S8-30 every specified error message is shown by the app, in three languages', () => {
  expect(missingOf(errors)).toEqual([]);
});

test('S8-31 every specified success message is shown by the app, in three languages', () => {
  expect(missingOf(successes)).toEqual([]);
});

test('S8-32 S8-33 every specified question and empty state is shown by the app, in three languages', () => {
  expect(missingOf({ ...prompts, ...emptyStates })).toEqual([]);
});

test('a text that no screen shows is found', () => {
  expect(missingOf({ 'messages.unknown': 'This text is on no screen.' })).toEqual(['messages.unknown']);
});
