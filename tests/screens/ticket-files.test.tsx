import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { performForm } from '../../src/client/sync/perform.ts';
import { reportEngineState } from '../../src/client/sync/status.ts';
import { aResponse, aTicket, openHelpDesk, park, uuid, visitHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { amina, sara, toastTexts } from '../support/storefront.tsx';

const aFile = (name: string, size = 4, type = '') => new File([new Uint8Array(size)], name, { type });
const picker = () => screen.findByLabelText<HTMLInputElement>('Attach files', { selector: 'input' });
const attachedNames = () =>
  within(screen.getByRole('list', { name: 'Attached files' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('C-42 S2O-07 offline a customer opens a ticket with a photo, and the waiting ticket shows it', async () => {
  const { db, server } = await openHelpDesk(amina);
  await server.goOffline();
  const { user } = visitHelpDesk('/user/tickets/create');
  await user.type(await screen.findByRole('textbox', { name: /Subject/ }), 'No code');
  await user.click(screen.getByRole('radio', { name: 'General' }));
  await user.type(screen.getByRole('textbox', { name: 'What happened?' }), 'See the photo');
  await user.upload(await picker(), [aFile('photo.png'), aFile('bill.pdf')]);
  await waitFor(() => expect(attachedNames()).toEqual(['photo.png', 'bill.pdf']));
  await user.click(screen.getByRole('button', { name: 'Remove bill.pdf' }));

  await user.click(screen.getByRole('button', { name: 'Create ticket' }));

  const thumbnail = await screen.findByRole('button', { name: 'Open photo.png' });
  expect(thumbnail.querySelector('img')?.src).toMatch(/^blob:/);
  const [item] = await db.outbox.toArray();
  expect(item).toMatchObject({ kind: 'ticket.open', v: 2 });
  expect((await db.blobs.toArray()).map(({ id, name }) => [id, name])).toEqual([
    [(item!.args.file_ids as string[])[0], 'photo.png'],
  ]);
  await user.click(thumbnail);
  expect(await screen.findByRole('img', { name: 'photo.png' })).toBeTruthy();
});

test('C-08 S8-24 S5-32 files that are too large, too many or of another type are refused in a message with their names; the others stay', async () => {
  await openHelpDesk(amina, { tickets: [aTicket(1)] });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  const input = await picker();

  fireEvent.change(input, {
    target: { files: [aFile('huge.jpg', 4_194_305), aFile('run.exe'), aFile('small.jpg', 4_194_304)] },
  });

  expect(await screen.findByText('“\u2068huge.jpg\u2069” is larger than 4 MB and was not added.')).toBeTruthy();
  expect(screen.getByText(/^“\u2068run\.exe\u2069” was not added: only pictures/)).toBeTruthy();
  expect(attachedNames()).toEqual(['small.jpg']);
  await user.upload(
    input,
    ['1', '2', '3', '4', '5'].map((name) => aFile(`${name}.png`)),
  );
  expect(await screen.findByText('“\u20685.png\u2069” was not added: at most 5 files can be sent.')).toBeTruthy();
  expect(attachedNames()).toHaveLength(5);
  expect(screen.getByRole('button', { name: 'Attach files' })).toHaveProperty('disabled', true);
});

test('C-42 files that an admin pastes or drops into a reply wait with the reply, and their upload shows its progress', async () => {
  const { db, server } = await openHelpDesk(sara, { tickets: [aTicket(1)] });
  await server.goOffline();
  const { user } = visitHelpDesk(`/admin/tickets/${uuid(1)}`);
  const field = await screen.findByRole('textbox', { name: 'Your reply' });
  await user.type(field, 'Like this');
  fireEvent.paste(field, { clipboardData: { files: [aFile('screen.png')] } });
  await waitFor(() => expect(attachedNames()).toEqual(['screen.png']));
  fireEvent.drop(field, { dataTransfer: { files: [aFile('guide.pdf')], types: ['Files'] } });
  await waitFor(() => expect(attachedNames()).toEqual(['screen.png', 'guide.pdf']));

  await user.click(screen.getByRole('button', { name: 'Send' }));

  expect(await screen.findByRole('link', { name: /guide\.pdf/ })).toBeTruthy();
  expect(screen.getByText('Waiting for a connection')).toBeTruthy();
  const [item] = await db.outbox.toArray();
  expect(item).toMatchObject({ kind: 'ticket.reply', args: { content: 'Like this' } });
  await db.outbox.put({ ...item!, state: 'sent', attempts: 1 });
  const [first] = await db.blobs.toArray();
  await db.blobs.put({ ...first!, sent: true });
  await server.goOnline(() => [200, { status: 'ok' }]);
  const exchange = { running: true, busy: false, pause: null, retryAt: null };
  act(() => reportEngineState(exchange));
  expect(await screen.findByText('Uploading files: 1 of 2')).toBeTruthy();
  act(() => reportEngineState({ ...exchange, running: false, busy: true }));
  expect(await screen.findByText('Waiting to be sent')).toBeTruthy();
  expect(screen.queryByText(/^Uploading files|^Sending/)).toBeNull();
});

test('OF-11 an item that was sent is “Being sent” only while an exchange is running, and its files are uploaded only then', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOnline(() => [200, { status: 'ok' }]);
  const photo = { id: uuid(7), name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };
  const args = { id: uuid(9001), ticket_id: uuid(1), content: 'See', file_ids: [photo.id] };
  await performForm(db, 'ticket.reply', { args, files: [photo] });
  await db.outbox.toCollection().modify({ state: 'sent', attempts: 1 });
  const exchange = { running: true, busy: false, pause: null, retryAt: null };
  visitHelpDesk('/dashboard/outbox');
  await screen.findByRole('region', { name: '#1001 Subject 1' });

  act(() => reportEngineState(exchange));
  expect(await screen.findByText('Uploading files: 0 of 1')).toBeTruthy();
  await db.blobs.toCollection().modify({ sent: true });
  expect(await screen.findByText('Being sent')).toBeTruthy();

  act(() => reportEngineState({ ...exchange, running: false, busy: true }));
  await waitFor(() => expect(screen.getByText('No answer yet: it may have arrived')).toBeTruthy());

  act(() => reportEngineState(exchange));
  await server.goOffline();
  await waitFor(() => expect(screen.getByText('No answer yet: it may have arrived')).toBeTruthy());
});

test('OF-20 a full device says “Not saved on this device” and keeps text and files in the form', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'See here');
  await user.upload(await picker(), [aFile('photo.png')]);
  await waitFor(() => expect(attachedNames()).toEqual(['photo.png']));
  db.blobs.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });

  await user.click(screen.getByRole('button', { name: 'Send' }));

  await expect.poll(() => toastTexts()[0]).toMatch(/^Not saved/);
  expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', 'See here');
  expect(attachedNames()).toEqual(['photo.png']);
  expect(await waitingIn(db)).toEqual([]);
});

test('C-42 files of accepted messages come from the server, and offline they are named but not shown', async () => {
  const attachments = [
    { id: uuid(70), name: 'photo.png', type: 'image/png', size: 2_048 },
    { id: uuid(71), name: 'guide.pdf', type: 'application/pdf', size: 40_960 },
  ];
  const { server } = await openHelpDesk(amina, {
    tickets: [aTicket(1)],
    responses: [aResponse(1, 1, { attachments })],
  });
  visitHelpDesk(`/user/tickets/${uuid(1)}`);

  const thumbnail = await screen.findByRole('button', { name: 'Open photo.png' });
  expect(thumbnail.querySelector('img')?.getAttribute('src')).toBe(`/api/files/${uuid(70)}`);
  const link = screen.getByRole('link', { name: /guide\.pdf/ });
  expect(link.getAttribute('href')).toBe(`/api/files/${uuid(71)}`);
  expect(link.textContent).toBe('guide.pdf40 KB');
  await server.goOffline();

  expect(await screen.findByRole('img', { name: 'photo.png, not available now' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /guide\.pdf/ })).toBeNull();
  expect(screen.getByText('guide.pdf')).toBeTruthy();
});

test('OF-10 a refused reply keeps its files, and “Try again” queues it with them', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  const photo = { id: uuid(80), name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };
  const args = { id: uuid(81), ticket_id: uuid(1), content: 'See', file_ids: [photo.id] };
  await performForm(db, 'ticket.reply', { args, files: [photo] });
  await park(db, 'ticket.reply', 'failed', { status: 422, code: 'INVALID_FIELDS', errors: { content: ['required'] } });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  expect(await screen.findByRole('button', { name: 'Open photo.png' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ state: 'queued', args: { file_ids: [photo.id] } }]),
  );
  expect(await db.blobs.count()).toBe(1);
});

test('OF-10 the edit dialog of a reply marks a file that the server refused and that can then be replaced', async () => {
  const { db, server } = await openHelpDesk(amina, { tickets: [aTicket(1)] });
  await server.goOffline();
  const photo = { id: uuid(80), name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };
  const args = { id: uuid(81), ticket_id: uuid(1), content: 'See', file_ids: [photo.id] };
  await performForm(db, 'ticket.reply', { args, files: [photo] });
  await park(db, 'ticket.reply', 'failed', { status: 422, code: 'INVALID_FIELDS', errors: { file_ids: ['invalid'] } });
  const { user } = visitHelpDesk(`/user/tickets/${uuid(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit reply' }));
  expect(dialog.getByText('A file was not accepted. Remove it or choose another one.')).toBeTruthy();

  await user.click(dialog.getByRole('button', { name: 'Remove photo.png' }));
  await user.upload(dialog.getByLabelText<HTMLInputElement>('Attach files', { selector: 'input' }), [
    aFile('bill.pdf'),
  ]);
  await dialog.findByText('bill.pdf');
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ state: 'queued', args: { content: 'See' } }]));
  const [item] = await db.outbox.toArray();
  expect((await db.blobs.toArray()).map(({ id, name }) => [id, name])).toEqual([
    [(item!.args.file_ids as string[])[0], 'bill.pdf'],
  ]);
  expect(await screen.findByText('bill.pdf')).toBeTruthy();
});
