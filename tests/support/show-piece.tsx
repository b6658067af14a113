import { i18n } from '@lingui/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach } from 'vitest';
import { Providers } from '../../src/client/app/root.tsx';
import { currentToasts, dismissToast } from '../../src/client/ui/toast.ts';

afterEach(() => {
  cleanup();
  for (const { id } of currentToasts()) dismissToast(id);
  localStorage.clear();
  document.documentElement.dir = 'ltr';
});

/** Renders one UI component on its own page, in English unless another language was activated. */
export function renderPiece(Piece: () => ReactNode, address = '/') {
  if (!i18n.locale) i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRootRoute({ component: Piece, notFoundComponent: Piece });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
  render(
    <Providers>
      <RouterProvider router={router as never} />
    </Providers>,
  );
  return { user: userEvent.setup(), search: () => router.state.location.search as Record<string, string> };
}

/** Renders a component with a hook and returns the hook's result. */
export async function renderHook<Value>(use: () => Value): Promise<Value> {
  const found: { value?: Value } = {};
  renderPiece(() => {
    found.value = use();
    return <p>ready</p>;
  });
  const { screen } = await import('@testing-library/react');
  await screen.findByText('ready');
  return found.value as Value;
}
