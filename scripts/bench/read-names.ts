import { OperatorError } from '../../src/server/platform/base/operator-error.ts';

/** Reads an option that takes names separated by commas. Throws an OperatorError for a name that is not in `names`. */
export function readNames<Name extends string>(
  option: string,
  text: string,
  { names, usage }: { names: readonly Name[]; usage: string },
): ReadonlySet<Name> {
  const given = text.split(',');
  const isKnown = (name: string): name is Name => names.some((known) => known === name);
  if (!given.every(isKnown))
    throw new OperatorError(`--${option} takes one or more of ${names.join(', ')}. Usage: ${usage}`);
  return new Set(given);
}
