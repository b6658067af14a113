/**
 * Puts a text into a field of a form in place of a part of its text, by default the selection, as though it was typed: the
 * field's `onChange` is called, and the browser can undo it. The cursor is behind the text afterwards.
 */
export function insertText(
  field: HTMLTextAreaElement | HTMLInputElement,
  text: string,
  [from, to]: readonly [number, number] = [field.selectionStart ?? 0, field.selectionEnd ?? 0],
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // The only way that keeps the browser's undo; not every browser has it.
  // oxlint-disable-next-line typescript/no-deprecated
  if (typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
