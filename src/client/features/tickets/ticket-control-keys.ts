/** The keys that press a control of the page, by what the control changes. */
export const controlKeys = {
  status: 's',
  priority: 'p',
  assignee: 'a',
  tags: 't',
  snooze: 'z',
  merge: 'm',
  details: 'd',
  answerNext: 'w',
} as const;

/** A control of a ticket that has a key. */
export type Control = keyof typeof controlKeys;

/** Returns the props of a button or a link that has a key: `<Button {...keyOf('tags')}>`. */
export const keyOf = (control: Control) => ({
  'data-ticket-key': controlKeys[control],
  'aria-keyshortcuts': controlKeys[control].toUpperCase(),
});

/** Returns the control that a key presses, where the page has it now. */
export const controlOf = (key: string): HTMLElement | null =>
  /^[a-z]$/.test(key) ? document.querySelector<HTMLElement>(`[data-ticket-key=${key}]:not(:disabled)`) : null;

/** Returns the controls with a key that the page has now. */
export const presentControls = (): Control[] =>
  (Object.keys(controlKeys) as Control[]).filter((control) => controlOf(controlKeys[control]));
