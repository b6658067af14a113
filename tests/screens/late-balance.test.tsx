import { expect, test } from 'vitest';
import { addButton, openAdjustment, pin, pinField } from '../support/adjustments.tsx';
import { anAccountOf, saraAccount, serverOf } from '../support/people-office.tsx';

const people = [anAccountOf(), saraAccount];

test('OF-04 a connection that is lost before the balance has arrived leaves the amount and the PIN in the form', async () => {
  const never = Promise.withResolvers<[number, object]>().promise;
  const { server, form } = await openAdjustment(
    serverOf(people, ({ path }) => (path === '/api/users/7' ? never : null)),
  );

  await server.goOffline();

  expect(await form.findByText('You are offline. A balance is only changed with a connection.')).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('25');
  expect(pinField().value).toBe(pin);
  expect(addButton()).toHaveProperty('disabled', true);
});

test('S8-12 a balance that could not be loaded is said above the form, and Retry loads it with what was typed still there', async () => {
  const refused = Promise.withResolvers<[number, object]>();
  let tries = 0;
  const { user, form } = await openAdjustment(
    serverOf(people, ({ path }) => (path === '/api/users/7' && tries++ === 0 ? refused.promise : null)),
  );
  refused.resolve([409, { code: 'CANCELLED' }]);

  await user.click(await form.findByRole('button', { name: 'Retry' }));

  expect(await form.findByText('€35.00')).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('25');
  expect(pinField().value).toBe(pin);
  expect(form.queryByRole('button', { name: 'Retry' })).toBeNull();
});
