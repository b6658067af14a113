import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LocalDatabase } from '../../src/client/local/database.ts';

/** A form that keeps a draft. */
export interface UnfinishedForm {
  name: string;
  /** The sources, below `src/client`, that keep its draft. */
  sources: readonly string[];
  /** Opens the form on a device; returns how to make a change, and how to take it back. */
  open: () => Promise<{ db: LocalDatabase; change: () => Promise<unknown>; undo: () => Promise<unknown> }>;
}

const user = userEvent.setup();

/** A change of a text field, and the way back. */
export const typing = (name: string | RegExp, text = 'Half') => ({
  change: () => paste(name, text),
  undo: async () => {
    const { value } = (await field(name)) as HTMLInputElement;
    await user.clear(await field(name));
    const before = value.slice(0, -text.length);
    if (before) await user.paste(before);
  },
});

const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

async function paste(name: string | RegExp, text: string): Promise<void> {
  await user.click(await field(name));
  await user.paste(text);
}
