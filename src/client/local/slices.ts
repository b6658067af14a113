/** Cuts values into runs of `size`; the last one may be shorter. */
export function slicesOf<Value>(values: readonly Value[], size: number): Value[][] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size));
}
