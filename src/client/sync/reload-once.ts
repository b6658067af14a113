const key = 'cod_reloaded';

/**
 * Reloads the page because its storage does not answer: at most once until `forgetReload`, and not while the user
 * types, for the text could not be kept.
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

/** Says that the storage answers again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has kept no mark either.
  }
}

function isTyping(): boolean {
  const { activeElement } = document;
  return (
    (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) &&
    activeElement.value !== ''
  );
}
