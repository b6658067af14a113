import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppShell } from '../../src/client/app/layout/app-shell.tsx';
import { addresses } from '../../src/client/api/addresses.ts';
import { callAt } from '../../src/client/api/call.ts';
import { noteEngine } from '../../src/client/sync/status.ts';
import type { CallFailure } from '../../src/client/api/failure.ts';
import { GuestFrame } from '../../src/client/app/layout/guest-frame.tsx';
import { updateApp } from '../../src/client/sync/app-update.ts';
import { currentToasts, toast } from '../../src/client/ui/toast.ts';
import { Toaster } from '../../src/client/ui/toaster.tsx';
import { openDesk, visitDesk } from '../support/desk.tsx';
import { show } from '../support/kit.tsx';
import { amina, toldInToasts } from '../support/storefront.tsx';

afterEach(() => vi.unstubAllGlobals());

test('S4-21 a message said again takes the place of the first one, and so does another one of its kind', () => {
  toast({ tone: 'success', title: 'Reply added' });
  toast({ kind: 'offline', tone: 'info', title: 'Saved on this device.' });
  toast({ tone: 'success', title: 'Reply added' });
  toast({ kind: 'offline', tone: 'warning', title: 'The server cannot be reached.' });

  expect(currentToasts().map(({ title }) => title)).toEqual(['Reply added', 'The server cannot be reached.']);
});

test('S2C-13 a message about being offline goes when the connection is back', async () => {
  const { line, db } = await openDesk(amina);
  show(() => <AppShell>page</AppShell>);
  await screen.findByText('page');
  await line.goOffline();
  act(() => toast({ kind: 'offline', tone: 'info', title: 'It will be sent when you are connected.' }));
  act(() => toast({ tone: 'info', title: 'Something else' }));

  await line.goOnline(() => [200, { status: 'ok' }]);

  await waitFor(() => expect(toldInToasts()).toEqual(['Something else']));
  db.close();
});

/** Where a control stands in a window of 360 × 740. */
const at = (element: Element, top: number, height = 44) => {
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, top, 328, height));
};

test('a message never covers the field in use or the button beside it', async () => {
  Object.assign(window, { innerWidth: 360, innerHeight: 740 });
  show(() => (
    <>
      <form>
        <textarea aria-label="Reply" />
        <button type="submit">Send</button>
      </form>
      <Toaster />
    </>
  ));
  const reply = await screen.findByRole('textbox');
  at(reply, 300, 80);
  at(screen.getByRole('button', { name: 'Send' }), 660);
  act(() => toast({ tone: 'info', title: 'Saved' }));
  const messages = await screen.findByRole('region', { name: 'Messages' });
  at(messages, 600, 60);
  expect(messages.dataset.place).toBe('bottom');

  act(() => reply.focus());
  fireEvent.input(reply);
  await waitFor(() => expect(messages.dataset.place).toBe('top'));

  act(() => reply.blur());
  await waitFor(() => expect(messages.dataset.place).toBe('bottom'));
});

/** A browser whose service worker has a newer version waiting; gives what was posted to both. */
function waitingVersion() {
  const posted: unknown[] = [];
  const worker = new EventTarget();
  const postTo = (to: string) => ({ postMessage: ({ type }: { type: string }) => void posted.push(`${to}: ${type}`) });
  const registration = { installing: null, active: postTo('active'), waiting: postTo('waiting') };
  Object.assign(worker, { getRegistration: () => Promise.resolve(registration) });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  return { posted, takeOver: () => worker.dispatchEvent(new Event('controllerchange')) };
}

const outdated = { running: false, busy: false, pause: 'outdated', retryAt: null } as const;

test('426 the button takes the version that waits and loads the page once it has taken over', async () => {
  const { posted, takeOver } = waitingVersion();
  const reload = vi.fn<() => void>();

  await updateApp(reload);
  expect(posted).toEqual(['active: STOP_SENDING', 'waiting: SKIP_WAITING']);
  expect(reload).not.toHaveBeenCalled();
  takeOver();

  expect(reload).toHaveBeenCalledTimes(1);
});

test('426 in the outbox the button stands beside the words', async () => {
  await openDesk(amina);
  noteEngine(outdated);
  const { user } = visitDesk('/dashboard/outbox');
  expect(await screen.findByText('Update the app to send.')).toBeTruthy();
  const { posted } = waitingVersion();

  await user.click(screen.getByRole('button', { name: 'Update the app' }));

  await waitFor(() => expect(posted).toEqual(['active: STOP_SENDING', 'waiting: SKIP_WAITING']));
});

test('426 every page offers the update: signed in while sending rests, and before the sign-in after a refused call', async () => {
  await openDesk(amina);
  show(() => <AppShell>page</AppShell>);
  await screen.findByText('page');
  expect(screen.queryByRole('button', { name: 'Update the app' })).toBeNull();
  act(() => noteEngine(outdated));
  expect(await screen.findByRole('button', { name: 'Update the app' })).toBeTruthy();

  show(() => <GuestFrame>guests</GuestFrame>);
  await screen.findByText('guests');
  const fetch = async () => Response.json({ code: 'OUTDATED', message: '' }, { status: 426 });
  await act(async () => {
    const failure = await callAt(addresses.health, {}, { fetch }).catch((thrown: unknown) => thrown);
    expect((failure as CallFailure).kind).toBe('outdated');
  });

  expect(await screen.findAllByRole('button', { name: 'Update the app' })).toHaveLength(2);
});
