/**
 * Returns the smallest number of typing errors between two words: wrong, missing or additional characters, and two in
 * the wrong order. With `isBeginning`, `typed` may be the beginning of `word`. Above `limit` it returns `limit` + 1.
 */
export function countErrors(typed: string, word: string, limit: number, isBeginning: boolean): number {
  const end = isBeginning ? Math.min(word.length, typed.length + limit) : word.length;
  if (Math.abs(end - typed.length) > limit || end >= maxLength) return limit + 1;
  // The errors between the first characters of `typed` and each beginning of `word`, for the last three rows.
  let [previous, last, current] = [rows[0]!, rows[1]!, rows[2]!];
  for (let at = 0; at <= end; at++) last[at] = at;
  for (let row = 1; row <= typed.length; row++) {
    if (fillRow({ typed, word, end, row, previous, last, current }) > limit) return limit + 1;
    [previous, last, current] = [last, current, previous];
  }
  let fewest = last[end]!;
  for (let at = 0; isBeginning && at < end; at++) fewest = Math.min(fewest, last[at]!);
  return Math.min(fewest, limit + 1);
}

interface Row {
  typed: string;
  word: string;
  end: number;
  row: number;
  previous: Uint8Array;
  last: Uint8Array;
  current: Uint8Array;
}

/** Fills `current` for the first `row` characters of `typed`; returns its lowest number of errors. */
function fillRow({ typed, word, end, row, previous, last, current }: Row): number {
  const [character, before] = [typed[row - 1], typed[row - 2]];
  let lowest = (current[0] = row);
  for (let at = 1; at <= end; at++) {
    const isSame = character === word[at - 1];
    const isSwapped = !isSame && character === word[at - 2] && before === word[at - 1];
    let errors = Math.min(last[at]! + 1, current[at - 1]! + 1, last[at - 1]! + (isSame ? 0 : 1));
    if (isSwapped) errors = Math.min(errors, previous[at - 2]! + 1);
    current[at] = errors;
    if (errors < lowest) lowest = errors;
  }
  return lowest;
}

/** Longer words are not compared. */
const maxLength = 100;
const rows = Array.from({ length: 3 }, () => new Uint8Array(maxLength + 1));
