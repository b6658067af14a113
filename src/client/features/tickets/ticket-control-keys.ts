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

/** The name of a control of a ticket that has a key. */
export type ControlName = keyof typeof controlKeys;

/** Returns the props of a button or a link that has a key: `<Button {...shortcutProps('tags')}>`. */
export const shortcutProps = (control: ControlName) => ({
  'data-ticket-key': controlKeys[control],
  'aria-keyshortcuts': controlKeys[control].toUpperCase(),
});

/** Returns the element of the control that a key presses; null when the page does not have it now. */
export const elementWithKey = (key: string): HTMLElement | null =>
  /^[a-z]$/.test(key) ? document.querySelector<HTMLElement>(`[data-ticket-key=${key}]:not(:disabled)`) : null;

/** Returns the names of the controls with a key that the page has now. */
export const presentControls = (): ControlName[] =>
  (Object.keys(controlKeys) as ControlName[]).filter((control) => elementWithKey(controlKeys[control]));
