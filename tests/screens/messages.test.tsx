import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppShell } from '../../src/client/app/layout/app-shell.tsx';
import { signedInPerson } from '../../src/client/api/session.ts';
import { addresses } from '../../src/client/api/addresses.ts';
import { callAt } from '../../src/client/api/call.ts';
import { reportEngineState } from '../../src/client/sync/status.ts';
import type { CallFailure } from '../../src/client/api/failure.ts';
import { GuestFrame } from '../../src/client/app/layout/guest-frame.tsx';
import { updateApp } from '../../src/client/sync/app-update.ts';
import { currentToasts, toast } from '../../src/client/ui/toast.ts';
import { Toaster } from '../../src/client/app/root.tsx';
import { openHelpDesk, visitHelpDesk } from '../support/help-desk.tsx';
import { renderPiece } from '../support/show-piece.tsx';
import { amina, sara, toastTexts } from '../support/storefront.tsx';

afterEach(() => vi.unstubAllGlobals());

test('S4-21 a message replaces an equal message, and a message of the same kind', () => {
  toast({ tone: 'success', title: 'Reply added' });
  toast({ kind: 'offline', tone: 'info', title: 'Saved on this device.' });
  toast({ tone: 'success', title: 'Reply added' });
  toast({ kind: 'offline', tone: 'warning', title: 'The server cannot be reached.' });

  expect(currentToasts().map(({ title }) => title)).toEqual(['Reply added', 'The server cannot be reached.']);
});

test('a message about being offline disappears when the connection is back', async () => {
  const { server, db } = await openHelpDesk(amina);
  renderPiece(() => <AppShell>page</AppShell>);
  await screen.findByText('page');
  await server.goOffline();
  act(() => toast({ kind: 'offline', tone: 'info', title: 'It will be sent when you are connected.' }));
  act(() => toast({ tone: 'info', title: 'Something else' }));

  await server.goOnline(() => [200, { status: 'ok' }]);

  await waitFor(() => expect(toastTexts()).toEqual(['Something else']));
  db.close();
});

/** Places a control in a window of 360 × 740. */
const placeAt = (element: Element, top: number, height = 44) => {
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, top, 328, height));
};

test('a message at the bottom moves to the top while it would cover the button beside the field in use', async () => {
  Object.assign(window, { innerWidth: 360, innerHeight: 740 });
  renderPiece(() => (
    <>
      <form>
        <textarea aria-label="Reply" />
        <button type="submit">Send</button>
      </form>
      <Toaster />
    </>
  ));
  const reply = await screen.findByRole('textbox');
  placeAt(reply, 300, 80);
  placeAt(screen.getByRole('button', { name: 'Send' }), 660);
  act(() => toast({ tone: 'info', title: 'Saved' }));
  const messages = await screen.findByRole('region', { name: 'Messages' });
  placeAt(messages, 600, 60);
  expect(messages.dataset.place).toBe('bottom');

  act(() => reply.focus());
  fireEvent.input(reply);
  await waitFor(() => expect(messages.dataset.place).toBe('top'));

  act(() => reply.blur());
  await waitFor(() => expect(messages.dataset.place).toBe('bottom'));
});

/** Makes a newer version of the service worker wait; `posted` lists the messages to both versions. */
function addWaitingVersion() {
  const posted: unknown[] = [];
  const worker = new EventTarget();
  const postTo = (to: string) => ({ postMessage: ({ type }: { type: string }) => void posted.push(`${to}: ${type}`) });
  const registration = { installing: null, active: postTo('active'), waiting: postTo('waiting') };
  Object.assign(worker, { getRegistration: () => Promise.resolve(registration) });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  return { posted, takeOver: () => worker.dispatchEvent(new Event('controllerchange')) };
}

const outdated = { running: false, busy: false, pause: 'outdated', retryAt: null } as const;

test('426 the update button activates the waiting version and then reloads the page', async () => {
  const { posted, takeOver } = addWaitingVersion();
  const reload = vi.fn<() => void>();

  await updateApp(reload);
  expect(posted).toEqual(['active: STOP_SENDING', 'waiting: SKIP_WAITING']);
  expect(reload).not.toHaveBeenCalled();
  takeOver();

  expect(reload).toHaveBeenCalledTimes(1);
});

test('426 the outbox shows the button beside “Update the app to send.”', async () => {
  await openHelpDesk(amina);
  reportEngineState(outdated);
  const { user } = visitHelpDesk('/dashboard/outbox');
  expect(await screen.findByText('Update the app to send.')).toBeTruthy();
  const { posted } = addWaitingVersion();

  await user.click(screen.getByRole('button', { name: 'Update the app' }));

  await waitFor(() => expect(posted).toEqual(['active: STOP_SENDING', 'waiting: SKIP_WAITING']));
});

test('426 every page offers the update: signed in, while sending is paused; signed out, after a refused call', async () => {
  await openHelpDesk(amina);
  renderPiece(() => <AppShell>page</AppShell>);
  await screen.findByText('page');
  expect(screen.queryByRole('button', { name: 'Update the app' })).toBeNull();
  act(() => reportEngineState(outdated));
  expect(await screen.findByRole('button', { name: 'Update the app' })).toBeTruthy();

  renderPiece(() => <GuestFrame>guests</GuestFrame>);
  await screen.findByText('guests');
  const fetch = async () => Response.json({ code: 'OUTDATED', message: '' }, { status: 426 });
  await act(async () => {
    const failure = await callAt(addresses.health, {}, { fetch }).catch((thrown: unknown) => thrown);
    expect((failure as CallFailure).kind).toBe('outdated');
  });

  expect(await screen.findAllByRole('button', { name: 'Update the app' })).toHaveLength(2);
});

test('S2C-12 the header shows a name that was changed since the sign-in, also at the next start', async () => {
  const { receive } = await openHelpDesk(sara);
  renderPiece(() => <AppShell>page</AppShell>);
  await screen.findByTitle(sara.name);

  await receive('account', { ...sara, name: 'Sara Ben Ali', email: 'new@example.test', balance: 0, rev: 2 });

  expect(await screen.findByTitle('Sara Ben Ali')).toBeTruthy();
  await waitFor(() => expect(signedInPerson()).toMatchObject({ name: 'Sara Ben Ali', email: 'new@example.test' }));
});
