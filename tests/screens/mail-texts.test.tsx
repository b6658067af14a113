import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { EmailText } from '../../src/contract/mail.ts';
import { nothing, openMail } from '../support/mail-page.tsx';
import { toastTexts } from '../support/storefront.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
/** Pastes a text at the end of a field. */
async function put(user: UserEvent, name: string, text: string): Promise<void> {
  await user.click(field(name));
  await user.paste(text);
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const choose = (kind: string) => screen.getByRole<HTMLOptionElement>('option', { name: new RegExp(`^${kind}`) });
const kinds = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind of e-mail' });
const preview = () => screen.getByRole('region', { name: 'Preview' });
const language = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

test('S2U-05 an admin sets the sender and a text with variables in one language; the others keep the standard text', async () => {
  const { user, sent, address, db } = await openMail();
  expect(screen.getByText('Shop <shop@example.test>', { selector: 'p bdi' })).toBeTruthy();
  await put(user, 'Name', 'Souk');
  await put(user, 'Address for replies', 'help@souk.example');
  await user.selectOptions(kinds(), choose('Order delivered'));
  await user.click(language(/^Français/));
  expect(field('Subject').placeholder).toBe('Standard subject order_delivered fr');
  await put(user, 'Subject', 'Livré : ');
  await user.click(button('{product} Product'));
  await user.keyboard('!');
  await put(user, 'Text', 'Bonjour ');
  await user.click(button('{name} Name of the reader'));
  await user.keyboard(' !');

  const shown = 'Preview\u2068Souk\u2069 <shop@example.test>Livré : Netflix!Bonjour Amina-fr !';
  await waitFor(() => expect(preview().textContent).toBe(shown));
  expect(kinds().selectedOptions[0]!.textContent).toBe('Order delivered (own text)');
  await user.click(button('Save'));
  await waitFor(() => expect(address()).toBe('/admin/settings'));
  expect(sent).toEqual([
    {
      sender_name: 'Souk',
      reply_to: 'help@souk.example',
      texts: [{ kind: 'order_delivered', locale: 'fr', subject: 'Livré : {product}!', body: 'Bonjour {name} !' }],
      rev: 5,
    },
  ]);
  expect(toastTexts()).toEqual(['E-mails saved']);
  expect(await db.drafts.count()).toBe(0);
});

test('S2U-05 a standard text is shown in the preview, is put into the field to be changed, and comes back', async () => {
  const texts: EmailText[] = [{ kind: 'ticket_reply', locale: 'en', subject: 'Read me', body: '' }];
  const { user, sent } = await openMail({ ...nothing, texts });
  expect(preview().textContent).toContain('Read meHello Amina-en,standard text of ticket_reply in en.Open Souk');
  await user.click(button('Change the standard text'));
  expect(field('Text').value).toBe('Hello {name},\n\nstandard text of ticket_reply in en.\n\n{link}');
  const [ofSubject, ofText] = screen.getAllByRole('button', { name: 'Use the standard text' });
  await user.click(ofText!);
  await user.click(ofSubject!);
  expect([field('Subject').value, field('Text').value]).toEqual(['', '']);
  await waitFor(() => expect(preview().textContent).toContain('Standard subject ticket_reply en'));
  await user.click(button('Save'));
  await waitFor(() => expect(sent).toEqual([{ ...nothing, rev: 5 }]));
});

test('S2U-05 a refused text of another kind and language is shown with its field; only real variables and the link of a link e-mail are accepted', async () => {
  const { user, sent } = await openMail();
  await user.selectOptions(kinds(), choose('Choose a new password'));
  await user.click(language(/^العربية/));
  await put(user, 'Text', 'Hello {name}');
  await user.selectOptions(kinds(), choose('Reply to a ticket'));
  await user.click(language(/^English/));
  await user.click(button('Save'));

  await screen.findByText('Text: {link} is missing.');
  expect([kinds().value, language(/^العربية/).checked]).toEqual(['new_password', true]);
  await waitFor(() => expect(document.activeElement).toBe(field('Text')));
  await user.click(button('{link} Link'));
  await user.keyboard(' now');
  await put(user, 'Subject', '{order}');
  await user.click(button('Save'));
  await screen.findByText('Subject: {order} is not a variable.');
  await waitFor(() => expect(screen.queryByText('Text: {link} is missing.')).toBeNull());
  expect(sent).toEqual([]);
});

test('S2U-05 texts that another admin has saved meanwhile are shown beside one’s own', async () => {
  const { user, sent, saveElsewhere } = await openMail();
  saveElsewhere({ texts: [{ kind: 'ticket_reply', locale: 'en', subject: 'Theirs', body: '' }] });
  await put(user, 'Subject', 'Mine');
  await user.click(button('Save'));

  const conflict = within((await screen.findByText('Changed by two people')).parentElement!);
  expect(conflict.getByText('Reply to a ticket · English · Subject')).toBeTruthy();
  expect([conflict.getByText('Mine'), conflict.getByText('Theirs')]).toHaveLength(2);
  await user.click(button('Use the saved version'));
  await waitFor(() => expect(field('Subject').value).toBe('Theirs'));
  await put(user, 'Subject', ' and mine');
  await user.click(button('Save'));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ texts: [{ subject: 'Theirs and mine' }], rev: 6 }));
});

test('S2U-05 without a connection the form says why it cannot be saved, and keeps what is typed', async () => {
  const { user, server } = await openMail();
  await put(user, 'Subject', 'Kept');
  await server.goOffline();
  await screen.findByText('You are offline. The form stays on this device; it can be saved when you are connected.');
  expect([button('Save').disabled, field('Subject').value]).toEqual([true, 'Kept']);
});
