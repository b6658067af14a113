import type { RoleName } from '../../../contract/permissions.ts';
import { Refusal } from './refusal.ts';

/** The signed-in user who acts. */
export interface Person {
  id: number;
  role: RoleName;
  name: string;
  email: string;
  sessionId: number;
}

declare const allowed: unique symbol;

/** A record that the user may see or change. Only `allow` makes one, and writers accept nothing else. */
export type Allowed<T> = T & { readonly [allowed]: true };

/**
 * Returns the record when it exists and the policy allows it. Throws NOT_FOUND otherwise, so that another user's record
 * and a missing one look alike, or FORBIDDEN where the user may know that the record exists.
 */
export function allow<T>(
  record: T | null | undefined,
  may: (record: T) => boolean,
  { otherwise = 'NOT_FOUND' }: { otherwise?: 'NOT_FOUND' | 'FORBIDDEN' } = {},
): Allowed<T> {
  if (record === null || record === undefined) throw new Refusal('NOT_FOUND');
  if (!may(record)) throw new Refusal(otherwise);
  return record as Allowed<T>;
}
