import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SyncSummary } from '../../src/client/features/settings/sync-summary.tsx';
import { reportEngineState, type EngineState } from '../../src/client/sync/status.ts';
import { openHelpDesk, visitHelpDesk } from '../support/help-desk.tsx';
import { renderPiece } from '../support/show-piece.tsx';
import { amina } from '../support/storefront.tsx';

const ended: EngineState = { running: false, busy: false, pause: 'signIn', retryAt: null };
afterEach(() => act(() => reportEngineState({ ...ended, pause: null })));

const pages: [string, () => void][] = [
  ['the outbox', () => void visitHelpDesk('/dashboard/outbox')],
  ['the settings', () => void renderPiece(SyncSummary)],
];

test.each(pages)(
  'OF-11 after the session has ended, %s says at the button why nothing can be sent',
  async (_, open) => {
    await openHelpDesk(amina);
    open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sync now' });
    expect(button.disabled).toBe(false);

    act(() => reportEngineState(ended));

    expect(button.disabled).toBe(true);
    expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe(
      'Log in to send your changes.',
    );
  },
);
