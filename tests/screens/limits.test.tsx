import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TextAreaField, TextField } from '../../src/client/ui/fields.tsx';
import { openHelpDesk, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { renderPiece } from '../support/show-piece.tsx';
import { aCategory, amina, aProduct, visit } from '../support/storefront.tsx';

const area = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

test('S9-12 a text over the limit stays whole, counts an emoji as one character, and is marked until it is short enough', async () => {
  const { user } = renderPiece(() => {
    const [text, setText] = useState('');
    return <TextAreaField label="Message" max={5} value={text} onChange={setText} />;
  });

  await user.type(await area('Message'), 'ab👍🏽c');
  expect((await area('Message')).getAttribute('aria-invalid')).toBeNull();
  await user.type(await area('Message'), 'def ');

  expect((await area('Message')).value).toBe('ab👍🏽cdef ');
  expect((await area('Message')).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('Message can have at most 5 characters.');
  expect(screen.getByRole('img', { name: '8 of 5 characters' })).toBeTruthy();
  await user.type(await area('Message'), '{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('S9-12 a pasted line over the limit stays whole and is marked', async () => {
  const { user } = renderPiece(() => {
    const [text, setText] = useState('');
    return <TextField label="Subject" max={5} value={text} onChange={setText} />;
  });

  await user.click(await screen.findByRole('textbox', { name: 'Subject' }));
  expect(screen.queryByRole('img')).toBeNull();
  await user.paste('A much longer line');

  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('A much longer line');
  expect(screen.getByRole('alert').textContent).toBe('Subject can have at most 5 characters.');
});

test('a ticket with pasted texts over their limits is refused in the form, and nothing of them is lost', async () => {
  const { db } = await openHelpDesk(amina);
  const { user } = visitHelpDesk('/user/tickets/create');
  const subject = 's'.repeat(201);
  const content = 'c'.repeat(10_001);
  await user.click(await screen.findByRole('textbox', { name: 'Subject' }));
  await user.paste(subject);
  await user.click(screen.getByRole('radio', { name: 'General' }));
  await user.click(await area('What happened?'));
  await user.paste(content);

  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  expect(await screen.findByText('Subject can have at most 200 characters.')).toBeTruthy();
  expect(screen.getByText('Content can have at most 10000 characters.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe(subject);
  expect((await area('What happened?')).value).toBe(content);
  expect(await waitingIn(db)).toEqual([]);
});

test('S9-12 an order with a message over the limit is not sent, and the message stays whole', async () => {
  const { server } = await openHelpDesk(amina, {
    account: [{ ...amina, balance: 120 }],
    categories: [aCategory(1, 'Streaming')],
    products: [aProduct(5, 'Netflix')],
  });
  server.respondWith(() => [500, {}]);
  const { user } = visit('/user/categories/1');
  await user.click(await screen.findByRole('button', { name: 'Netflix' }));
  await user.click(await area('Message (optional)'));
  await user.paste('m'.repeat(501));
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm order' });
  await waitFor(() => expect(confirm.disabled).toBe(false));

  await user.click(confirm);

  expect((await area('Message (optional)')).value).toHaveLength(501);
  expect(screen.getByText('Message (optional) can have at most 500 characters.')).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await area('Message (optional)')));
  expect(server.orders()).toEqual([]);
});
