import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { aTicket, openHelpDesk, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, anOrder } from '../support/storefront.tsx';

/** The workers that were asked to make a picture smaller. */
let workers: PictureWorker[] = [];

class PictureWorker extends EventTarget {
  asked: { file: File; type: string } | null = null;
  isEnded = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(task: { file: File; type: string }) {
    this.asked = task;
  }
  terminate() {
    this.isEnded = true;
  }
  answer(data: Blob | null) {
    return act(async () => void this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

beforeEach(() => {
  workers = [];
  vi.stubGlobal('Worker', PictureWorker);
  vi.stubGlobal('OffscreenCanvas', class {});
});

/** A PNG header of a picture with these sides. */
function aPicture(name: string, width: number, height: number): File {
  const header = new Uint8Array(40);
  const view = new DataView(header.buffer);
  view.setUint32(0, 0x89_50_4e_47);
  header.set(new TextEncoder().encode('IHDR'), 12);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return new File([header], name);
}

const jpegOf = (bytes: number) => new Blob([new Uint8Array(bytes).fill(7)], { type: 'image/jpeg' });
const choose = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Attach files', { selector: 'input' }), { target: { files } });
const attachedNames = () =>
  within(screen.getByRole('list', { name: 'Attached files' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

test('S2R-11 offline, large photos are made smaller one after the other, a message waits for them, and they are queued small', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  const field = await screen.findByRole('textbox', { name: 'Your reply' });
  await user.type(field, 'See these');

  await choose(aPicture('first.png', 4_000, 3_000), aPicture('second.png', 3_000, 4_000), aPicture('small.png', 9, 9));

  await waitFor(() => expect(screen.getAllByText('Preparing picture…')).toHaveLength(2));
  expect(attachedNames()).toEqual(['small.png']);
  expect(workers.map(({ asked }) => asked)).toMatchObject([{ file: { name: 'first.png' }, type: 'image/png' }]);
  expect(sendButton().disabled).toBe(true);
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await workers[0]!.answer(jpegOf(30));
  await waitFor(() => expect(workers).toHaveLength(2));
  expect(workers[0]!.isEnded).toBe(true);
  await workers[1]!.answer(jpegOf(20));
  await waitFor(() => expect(attachedNames()).toEqual(['small.png', 'first.jpg', 'second.jpg']));
  expect(screen.queryByText('Preparing picture…')).toBeNull();
  expect(await waitingIn(db)).toEqual([]);
  await user.click(sendButton());

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'ticket.reply' }]));
  const stored = (await db.blobs.toArray()).map(({ name, type, bytes }) => `${name} ${type} ${bytes.byteLength}`);
  expect(stored.toSorted()).toEqual(['first.jpg image/jpeg 30', 'second.jpg image/jpeg 20', 'small.png image/png 40']);
});

test('S2R-11 removing a photo ends its preparation, also before its turn', async () => {
  await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await choose(aPicture('first.png', 4_000, 3_000), aPicture('second.png', 4_000, 3_000));
  await screen.findAllByText('Preparing picture…');

  await user.click(screen.getByRole('button', { name: 'Remove second.png' }));
  await user.click(screen.getByRole('button', { name: 'Remove first.png' }));

  await waitFor(() => expect(sendButton().disabled).toBe(false));
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
});

test('S2R-11 leaving the ticket ends the preparation', async () => {
  await openHelpDesk(amina, { tickets: [aTicket(1), aTicket(2)] });
  const { go } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await choose(aPicture('first.png', 4_000, 3_000));
  await screen.findByText('Preparing picture…');

  await go(`/user/tickets/${uuid(2)}`);

  await waitFor(() => expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]));
  await screen.findByRole('heading', { name: /Subject 2/ });
  expect(screen.queryByText('Preparing picture…')).toBeNull();
});

test('S2R-11 a message names the pictures that have too many pixels or cannot be read', async () => {
  await openHelpDesk(amina, { tickets: [aTicket(1)] });
  visitHelpDesk(`/user/tickets/${uuid(1)}`);

  await choose(aPicture('wall.png', 10_000, 10_000), aPicture('torn.png', 4_000, 3_000), new File(['x'], 'tree.heic'));

  expect(
    await screen.findByText('“\u2068wall.png\u2069” has too many pixels and was not added. Make it smaller first.'),
  ).toBeTruthy();
  await workers[0]!.answer(null);
  expect(await screen.findByText('“\u2068torn.png\u2069” could not be read and was not added.')).toBeTruthy();
  await waitFor(() => expect(workers).toHaveLength(2));
  await workers[1]!.answer(null);
  expect(await screen.findByText(/^“\u2068tree\.heic\u2069” was not added: only pictures/)).toBeTruthy();
  expect(sendButton().disabled).toBe(false);
});

test('S2R-11 a picture that needs more bytes when it is drawn again stays as it is', async () => {
  await openHelpDesk(amina, { tickets: [aTicket(1)] });
  visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await choose(aPicture('plan.png', 2_600, 20));
  await screen.findByText('Preparing picture…');

  await workers[0]!.answer(jpegOf(41));

  await waitFor(() => expect(attachedNames()).toEqual(['plan.png']));
});

test('S2R-11 S2K-08 the proof of a delivery is made smaller, and another choice takes its place', async () => {
  const { db, server } = await openOrderDevice([anOrder(41)]);
  await server.goOffline();
  const { user } = visitOrders('/admin/orders?deliver=41');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliver order #41' }));
  const input = dialog.getByLabelText('Choose a file', { selector: 'input' });
  fireEvent.change(input, { target: { files: [aPicture('first.png', 4_000, 3_000)] } });
  await dialog.findByText('Preparing picture…');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Deliver' }).disabled).toBe(true);

  fireEvent.change(input, { target: { files: [aPicture('second.png', 4_000, 3_000)] } });
  await waitFor(() => expect(workers).toHaveLength(2));
  expect(workers[0]!.isEnded).toBe(true);
  await workers[1]!.answer(jpegOf(30));
  expect(await dialog.findByText('second.jpg')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Deliver' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'order.deliver' }]));
  expect((await db.blobs.toArray()).map(({ name }) => name)).toEqual(['second.jpg']);
});
