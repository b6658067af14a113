import type { Kysely } from 'kysely';
import { can, type RoleName } from '../../../contract/permissions.ts';
import { windowLimits, type WindowKind, type Windows } from '../../../contract/windows.ts';
import type { Database } from './schema.ts';
import { readShopSettings } from './shop.ts';

/** Returns how many of the newest records of a kind the devices of a role store. */
export async function readWindow(
  db: Kysely<Database>,
  { role }: { role: RoleName },
  kind: 'orders' | 'tickets' | 'movements' | 'notifications',
): Promise<number> {
  const { windows } = await readShopSettings(db);
  return windows[kindsOf(role)[kind]];
}

/** Returns the sizes that concern a role as text, for the cursor of its devices; empty while they are the usual ones. */
export function windowsText(role: RoleName, windows: Windows): string {
  const kinds = Object.values(kindsOf(role));
  const isUsual = kinds.every((kind) => windows[kind] === windowLimits[kind].usual);
  return isUsual ? '' : kinds.map((kind) => windows[kind]).join('-');
}

const kindsOf = (role: RoleName) =>
  ({
    orders: can(role, 'orders.read') ? 'all_orders' : 'orders',
    tickets: can(role, 'tickets.work') ? 'all_tickets' : 'tickets',
    movements: 'movements',
    notifications: 'notifications',
  }) as const satisfies Record<string, WindowKind>;
