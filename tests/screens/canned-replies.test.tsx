import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { slashSearchAt } from '../../src/client/features/tickets/canned-reply-search.ts';
import { languageOf } from '../../src/client/features/tickets/message-language.ts';
import { anArticle } from '../support/article-pages.tsx';
import { aResponse, aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { anOrder, sara } from '../support/storefront.tsx';

const inAll = (title: string, body: string) => ({
  en: { title, body },
  fr: { title: `${title} (fr)`, body: `Bonjour {first_name}, ${body}` },
  ar: { title: `${title} (ar)`, body: `مرحبًا {first_name}` },
});

const replies = [
  anArticle(1, { kind: 'reply', texts: inAll('Code sent', 'your code for {product} of {order} is there. {agent}') }),
  anArticle(2, { kind: 'reply', texts: inAll('Retour payé', 'the price is in your balance') }),
  anArticle(3, { kind: 'reply', is_active: false, texts: inAll('Code draft', 'not ready') }),
  anArticle(4, { texts: inAll('Code article', 'for readers') }),
];

/** Sara opens ticket 1 of Amina with these canned replies on the device. */
async function openTicket(more: Parameters<typeof aTicket>[1] = {}, responses: object[] = []) {
  const device = await openHelpDesk(sara, {
    tickets: [aTicket(1, { content: 'Hello, where is my code?', order_id: 77, ...more })],
    responses,
    orders: [anOrder(77)],
  });
  await act(() => device.db.articles.bulkPut(replies));
  await device.db.setFact('articles', 'r1');
  const page = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
  return { ...device, ...page, field };
}

const list = () => screen.queryByRole('listbox', { name: 'Canned replies' });
const titlesIn = () => screen.queryAllByRole('option').map((one) => one.firstElementChild?.textContent);

test('S2R-07 a slash opens the published replies, words find them by title and text, and Enter inserts one with its values', async () => {
  const { user, field, db, server } = await openTicket();
  await server.goOffline();
  await user.type(field, 'Before /');
  await waitFor(() => expect(titlesIn()).toEqual(['Code sent', 'Retour payé']));
  await user.type(field, 'RETOUR pay');
  await waitFor(() => expect(titlesIn()).toEqual(['Retour payé']));
  await user.type(field, '{Backspace>10/}code');
  await waitFor(() => expect(titlesIn()).toEqual(['Code sent']));
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);

  await user.keyboard('{Enter}');

  expect(field.value).toBe('Before your code for Netflix of #77 is there. Sara');
  expect(list()).toBeNull();
  await user.keyboard(' Bye{Control>}{Enter}{/Control}');
  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([
      { args: { content: 'Before your code for Netflix of #77 is there. Sara Bye' } },
    ]),
  );
});

test('S2R-07 a missing value leaves its mark, which is selected, and the text around it stays', async () => {
  const { user, field } = await openTicket({ order_id: null });
  await user.type(field, 'One{Enter}Three');
  field.setSelectionRange(4, 4);
  await user.keyboard('/code');
  await waitFor(() => expect(titlesIn()).toEqual(['Code sent']));
  await user.keyboard('{Tab}');

  expect(field.value).toBe('One\nyour code for [product] of [order] is there. SaraThree');
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('[product]');
  expect(document.activeElement).toBe(field);
});

test('S2R-07 the language is that of the last message of the customer, and the arrow keys and a choice change it', async () => {
  const { user, field } = await openTicket({}, [
    aResponse(1, 1, { type: 'user', content: 'Bonjour, je ne trouve pas mon code' }),
    aResponse(2, 1, { content: 'Hello, this is the support' }),
  ]);
  await user.type(field, '/');
  await waitFor(() => expect(titlesIn()).toEqual(['Code sent (fr)', 'Retour payé (fr)']));

  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(titlesIn()[0]).toBe('Code sent (ar)'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await waitFor(() => expect(titlesIn()[0]).toBe('Code sent'));
  await user.click(screen.getByRole('radio', { name: 'Français' }));
  await user.keyboard('{ArrowDown}{Enter}');

  expect(field.value).toBe('Bonjour Amina, the price is in your balance');
});

test('S2R-07 Escape leaves the slash as text and closes the list, until another one is typed', async () => {
  const { user, field } = await openTicket();
  await user.type(field, 'km /');
  await waitFor(() => expect(list()).toBeTruthy());
  await user.keyboard('{Escape}h');
  expect([field.value, list()]).toEqual(['km /h', null]);
  // Enter adds a line break again.
  await user.keyboard('{Enter}/');
  await waitFor(() => expect(list()).toBeTruthy());
  await user.keyboard('zzz');
  expect(await screen.findByText('No canned reply has these words.')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(field.value).toBe('km /h\n/zzz\n');
});

test('S2R-07 a button opens the list for touch; a press inserts a reply, and a second press of the button removes its slash', async () => {
  const { user, field } = await openTicket();
  const button = screen.getByRole('button', { name: 'Canned replies' });
  await user.type(field, 'Hi');
  await user.click(button);
  await waitFor(() => expect(list()).toBeTruthy());
  await waitFor(() => expect([field.value, button.getAttribute('aria-expanded')]).toEqual(['Hi /', 'true']));
  await user.click(button);
  await waitFor(() => expect([field.value, list()]).toEqual(['Hi ', null]));

  await user.click(button);
  await user.click(await screen.findByRole('option', { name: /^Retour/ }));

  await waitFor(() => expect(field.value).toBe('Hi the price is in your balance'));
  expect(within(document.body).queryByRole('listbox', { name: 'Canned replies' })).toBeNull();
});

test('S2R-07 a slash inside a word or before a space is no search', () => {
  const words = (text: string) => slashSearchAt(text, text.length)?.words;
  expect(['/', 'a /re', 'a\n/code sent', 'and/or', 'a / b', '//', '/x\ny', `/${'x'.repeat(41)}`].map(words)).toEqual([
    '',
    're',
    'code sent',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(slashSearchAt('a /re', 5)).toEqual({ from: 2, words: 're' });
});

test('S2R-07 the language of a message is found by its script and its frequent words', () => {
  const of = (text: string) => languageOf(text);
  expect(of('مرحبا، كود Netflix لا يعمل')).toBe('ar');
  expect(of('Le code Netflix ne marche pas')).toBe('fr');
  expect(of('The code is not there, thanks')).toBe('en');
  expect(of('Netflix 12345')).toBeNull();
});
