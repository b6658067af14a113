const key = 'cod_reloaded';

/**
 * Reloads the page because its storage does not answer: at most once until `forgetReload`, and not while the user types,
 * because the text could not be stored.
 */
export function reloadOnce(reload: () => void = () => location.reload()): void {
  try {
    if (isTyping() || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, '1');
  } catch {
    return;
  }
  reload();
}

/** Allows `reloadOnce` again: the storage has answered. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without session storage there is no mark to remove.
  }
}

function isTyping(): boolean {
  const { activeElement } = document;
  return (
    (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) &&
    activeElement.value !== ''
  );
}
