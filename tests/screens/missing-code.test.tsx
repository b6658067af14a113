import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '../../src/client/ui/toast.ts';
import { openRoute } from '../support/open-route.tsx';
import { amina, openDevice } from '../support/storefront.tsx';

// The connection is lost before the code of these parts has arrived; a browser never asks for it again.
vi.mock('../../src/client/ui/toaster-host.tsx', () => ({}));
vi.mock('../../src/client/ui/tooltips.tsx', () => ({}));
vi.mock('../../src/client/app/update-prompt.tsx', () => ({}));

test('OF-02 a page stays when the code of toasts, tooltips and the update prompt does not load', async () => {
  await openDevice(amina, {});
  await openRoute('/user/tickets');
  await screen.findByRole('heading', { name: /^Tickets/ });

  await act(async () => toast({ tone: 'info', title: 'You are offline' }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));

  expect(screen.getByRole('heading', { name: /^Tickets/ })).toBeTruthy();
});
