import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { openRoute } from './open-route.tsx';

/** Shows the page at an address. */
export async function openPage(address: string) {
  const router = await openRoute(address);
  return { user: userEvent.setup(), router };
}

/** Makes the server answer each call like this; returns the stub of `fetch`. */
export function answerAll(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetchStub = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(Response.json(body, { status, headers })),
  );
  vi.stubGlobal('fetch', fetchStub);
  return fetchStub;
}

/** Waits for a button, and for a field, by its accessible name. */
export const button = (name: string) => screen.findByRole('button', { name });
export const field = (name: string) => screen.findByLabelText(name);
