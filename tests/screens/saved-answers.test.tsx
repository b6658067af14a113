import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSavedAnswer } from '../support/order-fields.ts';
import { openSettings } from '../support/settings.tsx';
import { sara } from '../support/storefront.tsx';

async function openSaved() {
  const page = await openSettings();
  expect(screen.queryByText('Saved answers')).toBeNull();
  await page.receive('saved_answers', aSavedAnswer(1, 'My brother', '5123456'), aSavedAnswer(2, 'Me', '700100'));
  const press = (name: string) => screen.findByRole('button', { name }).then((found) => page.user.click(found));
  const sent = async () => (await page.db.outbox.toArray()).map(({ kind, args }) => ({ kind, args }));
  return { ...page, press, sent };
}

test('AN-17 the settings list the saved answers by name, and rename one', async () => {
  const { user, press, sent } = await openSaved();
  expect(await screen.findByText('700100')).toBeTruthy();

  await press('Rename My brother');
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByLabelText('Name'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Name is required.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Name'), 'Karim');
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Karim')).toBeTruthy();
  const { id, save_as, value } = aSavedAnswer(1, '', '5123456');
  expect(await sent()).toEqual([{ kind: 'answer.save', args: { id, save_as, name: 'Karim', value } }]);
});

test('AN-17 a saved answer is removed after a question', async () => {
  const { user, press, sent } = await openSaved();
  await press('Remove My brother');
  const question = within(await screen.findByRole('alertdialog'));

  await user.click(question.getByRole('button', { name: 'Remove' }));

  await waitFor(() => expect(screen.queryByText('My brother')).toBeNull());
  expect(await sent()).toEqual([{ kind: 'answer.forget', args: { id: aSavedAnswer(1, '', '').id } }]);
});

test('AN-17 admins keep no answers', async () => {
  const { receive } = await openSettings({}, sara);
  await receive('saved_answers', aSavedAnswer(1, 'My brother', '5123456'));

  expect(screen.queryByText('My brother')).toBeNull();
});
