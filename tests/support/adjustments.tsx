import { screen, within } from '@testing-library/react';
import { anAccountOf, openPeopleOffice, saraAccount, serverOf, visitPeople } from './people-office.tsx';
import type { Script } from './storefront.tsx';

/** The PIN that tests type. */
export const pin = '4711993';
/** The dialog, once it is open. */
export const dialog = async () => within(await screen.findByRole('dialog', { name: 'Adjust balance' }));
export const pinField = () => screen.getByLabelText<HTMLInputElement>('Your PIN');
export const addButton = () => screen.getByRole('button', { name: 'Add to the balance' });

/** The answers of a server where amina has €10.00, to calls that change her balance. */
export const adjusting = (answer: Script): Script =>
  serverOf([anAccountOf(), saraAccount], (asked) =>
    asked.method === 'POST' && asked.path.startsWith('/api/users/7/balance/') ? answer(asked) : null,
  );
/** As `adjusting`, and calls in doubt are settled with this outcome. */
export const settledAs = (state: 'applied' | 'cancelled', answer: Script): Script =>
  serverOf([anAccountOf(), saraAccount], (asked) => {
    if (asked.path === '/api/outcomes/cancel') return [200, { code: 'SUCCESS', state, touched: [] }];
    return asked.path.startsWith('/api/users/7/balance/') && asked.method === 'POST' ? answer(asked) : null;
  });
/** The answer to a change, with the new balance. */
export const done =
  (balance: number): Script =>
  () => [200, { code: 'SUCCESS', user: anAccountOf({ balance }) }];
/** The answer to a PIN that is not accepted. */
export const refused =
  (reason: string, more: object = {}): Script =>
  () => [400, { code: 'INVALID_PIN', details: { reason, ...more } }];
/** The answer of a server that asks for a retry after two minutes, which the app does not wait for. */
export const unanswered: Script = () => [503, { code: 'BUSY', message: '' }, { 'retry-after': '120' }];

/** Opens the dialog for amina, and types an amount and the PIN. */
export async function openAdjustment(script: Script, amount = '25') {
  const device = await openPeopleOffice(undefined, { script });
  const page = visitPeople('/admin/users?adjust=7');
  const form = await dialog();
  await page.user.type(await form.findByLabelText('Amount'), amount);
  await page.user.type(pinField(), pin);
  const sent = () =>
    device.server.requests.filter(({ method, path }) => method === 'POST' && path.includes('/balance/'));
  return { ...device, ...page, form, sent };
}
