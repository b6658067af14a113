/**
 * Returns the names of the visible disabled controls of the page, or of its topmost open dialog, without a text about
 * the connection that describes them. A `title` does not count: neither phones nor keyboards show it. The ends of a
 * list explain themselves. Runs in the page.
 */
export function readUnexplained(): string[] {
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')!;
  const isEnd = (name: string) => /^((previous|next) (page|ticket|request)|move .* (up|down))$/i.test(name);
  const textOf = (ids: string | null): string =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
  const nameOf = (control: Element): string =>
    control.getAttribute('aria-label') ??
    (textOf(control.getAttribute('aria-labelledby')) || (control.closest('label') ?? control).textContent);
  return [...root.querySelectorAll(':is(button, input, select, textarea):disabled, [aria-disabled=true]')]
    .filter((control) => control.checkVisibility())
    .filter((control) => !/offline|connect/i.test(textOf(control.getAttribute('aria-describedby'))))
    .map(nameOf)
    .filter((name) => !isEnd(name));
}
