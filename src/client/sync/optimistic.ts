import type { EntityName } from '../../contract/sync.ts';
import type { Effect } from '../actions/action.ts';
import { effectsOf } from '../actions/all.ts';
import type { Row } from '../local/rows.ts';
import type { OutboxItem } from '../local/stored.ts';

/** The table and the key (as on the wire) of a row. */
export interface RowRef {
  table: EntityName;
  key: string;
}

/** The pending effects on one row, in the order of the outbox. */
export interface RowEffects extends RowRef {
  effects: Effect[];
}

export const refKey = ({ table, key }: RowRef): string => `${table}:${key}`;

/** Returns whether an item will be sent automatically; the others are parked. */
export const isPendingItem = (item: Pick<OutboxItem, 'state'>): boolean =>
  item.state === 'queued' || item.state === 'sent';

/** Returns the row as screens show it: the server's row with all pending effects applied; null when it is deleted. */
export const applyEffects = (base: Row | null, effects: readonly Effect[]): Row | null =>
  effects.reduce<Row | null>((row, effect) => effect.apply(row), base);

/**
 * Returns the effects of `items` (in `seq` order) by row. A parked item has no effects, except on a row that it
 * created, which stays in view.
 */
export function pendingEffects(items: readonly OutboxItem[]): Map<string, RowEffects> {
  const effectsByRow = new Map<string, RowEffects>();
  for (const item of items) {
    for (const effect of effectsOf(item)) {
      if (!isPendingItem(item) && !effect.createsRow) continue;
      const { table, key } = effect;
      const existing = effectsByRow.get(refKey(effect));
      if (existing) existing.effects.push(effect);
      else effectsByRow.set(refKey(effect), { table, key, effects: [effect] });
    }
  }
  return effectsByRow;
}
