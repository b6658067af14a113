import type { EntityName } from '../../contract/sync.ts';
import type { Effect } from '../actions/action.ts';
import { effectsOf } from '../actions/all.ts';
import type { Row } from '../local/rows.ts';
import type { OutboxItem } from '../local/stored.ts';

/** A row by its table and its key as on the wire. */
export interface Ref {
  table: EntityName;
  key: string;
}

/** What is folded onto one row, in the order of the outbox. */
export interface Folding extends Ref {
  effects: Effect[];
}

export const nameOf = ({ table, key }: Ref): string => `${table}:${key}`;

/** Says whether an item is on its way; the others are parked. */
export const waits = (item: Pick<OutboxItem, 'state'>): boolean => item.state === 'queued' || item.state === 'sent';

/** The row a person sees: the server's row with everything that waits done to it. */
export const foldRow = (base: Row | null, effects: readonly Effect[]): Row | null =>
  effects.reduce<Row | null>((row, effect) => effect.fold(row), base);

/** What items (in `seq` order) do to which rows. A parked item does nothing any more, but what it made stays in view. */
export function foldings(items: readonly OutboxItem[]): Map<string, Folding> {
  const found = new Map<string, Folding>();
  for (const item of items) {
    for (const effect of effectsOf(item)) {
      if (!waits(item) && !effect.makes) continue;
      const { table, key } = effect;
      const folding = found.get(nameOf(effect));
      if (folding) folding.effects.push(effect);
      else found.set(nameOf(effect), { table, key, effects: [effect] });
    }
  }
  return found;
}
