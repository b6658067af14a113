import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openSettings } from '../support/settings.tsx';
import { toastTexts, type Script } from '../support/storefront.tsx';

const old = 'correct horse battery';
const changedAlready = 'The password may have changed already. If the current one is refused, log in with the new one.';

/** A server that changes the password once for each key, and loses the answer of the first change. */
function passwordServer() {
  const shop = { password: old, isLost: true };
  const applied = new Set<string | null>();
  const changePassword: Script = ({ key, body }) => {
    const { current_password: proof, password } = body as { current_password: string; password: string };
    if (!applied.has(key)) {
      if (proof !== shop.password) return [422, { code: 'INVALID_FIELDS', errors: { current_password: ['invalid'] } }];
      shop.password = password;
      if (key) applied.add(key);
    }
    const { isLost } = shop;
    shop.isLost = false;
    return isLost ? 'lost' : [200, { code: 'SUCCESS' }];
  };
  return { shop, scripts: { 'POST /api/auth/password': changePassword } };
}

async function changeAndLose() {
  const { shop, scripts } = passwordServer();
  const opened = await openSettings(scripts);
  const { change, user } = opened;
  const dialog = await change('password');
  await user.type(dialog.getByLabelText('Current password'), old);
  await user.type(dialog.getByLabelText('New password'), 'a new good phrase');
  const button = dialog.getByRole('button', { name: 'Change password' });
  const submit = () => user.click(button);
  await submit();
  await dialog.findByText(changedAlready);
  await opened.reconnect();
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return { ...opened, shop, dialog, submit };
}

test('OF-06 C-29 a password whose answer was lost is reported as changed when the user presses again', async () => {
  const { submit, shop } = await changeAndLose();

  await submit();

  await waitFor(() => expect(toastTexts()).toEqual(['Password changed · Your other devices are logged out.']));
  expect(shop.password).toBe('a new good phrase');
  expect(screen.queryByText('Current password is not valid.')).toBeNull();
});

test('OF-06 C-29 after a lost answer and another new password, the dialog still says that the first one may be valid', async () => {
  const { submit, dialog, user, shop } = await changeAndLose();

  await user.type(dialog.getByLabelText('New password'), '!');
  await submit();

  expect(await dialog.findByText('Current password is not valid.')).toBeTruthy();
  expect(dialog.getByText(changedAlready)).toBeTruthy();
  expect(shop.password).toBe('a new good phrase');
});
