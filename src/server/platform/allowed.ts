import { Refusal } from './refusal.ts';

declare const allowed: unique symbol;

/** A record somebody may see or change; only `allow` makes one, and writers take nothing else. */
export type Allowed<T> = T & { readonly [allowed]: true };

/**
 * Lets a record through when it is there and the policy says yes. Refuses with NOT_FOUND, so that a foreign record and
 * a missing one look alike, or with FORBIDDEN where the person may know that the record exists.
 */
export function allow<T>(
  record: T | null | undefined,
  may: (record: T) => boolean,
  otherwise: 'NOT_FOUND' | 'FORBIDDEN' = 'NOT_FOUND',
): Allowed<T> {
  if (record === null || record === undefined) throw new Refusal('NOT_FOUND');
  if (!may(record)) throw new Refusal(otherwise);
  return record as Allowed<T>;
}
