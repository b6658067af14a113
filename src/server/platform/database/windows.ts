import type { Kysely } from 'kysely';
import { can, type RoleName } from '../../../contract/permissions.ts';
import { windowLimits, type WindowKind, type Windows } from '../../../contract/windows.ts';
import type { Database } from './schema.ts';
import { readShopSettings } from './shop.ts';

/** Returns how many of the newest records of a kind the devices of a role store. */
export async function readWindow(
  db: Kysely<Database>,
  { role }: { role: RoleName },
  kind: 'orders' | 'tickets' | 'movements' | 'notifications' | 'people',
): Promise<number> {
  const { windows } = await readShopSettings(db);
  return windows[kind === 'people' ? kind : kindsOf(role)[kind]];
}

/**
 * Returns the sizes that concern a role as text, for the cursor of its devices; empty while they are the usual ones. That
 * of users is at the end, and only where it is not the usual one: servers of an earlier version do not know it.
 */
export function windowsText(role: RoleName, windows: Windows): string {
  const kinds = [
    ...Object.values(kindsOf(role)),
    ...(can(role, 'people') && !isUsual('people', windows) ? (['people'] as const) : []),
  ];
  return kinds.every((kind) => isUsual(kind, windows)) ? '' : kinds.map((kind) => windows[kind]).join('-');
}

const isUsual = (kind: WindowKind, windows: Windows): boolean => windows[kind] === windowLimits[kind].usual;

const kindsOf = (role: RoleName) =>
  ({
    orders: can(role, 'orders.read') ? 'all_orders' : 'orders',
    tickets: can(role, 'tickets.work') ? 'all_tickets' : 'tickets',
    movements: 'movements',
    notifications: 'notifications',
  }) as const satisfies Record<string, WindowKind>;
