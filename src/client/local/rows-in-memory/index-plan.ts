import type { Sorts } from '../../../contract/sorts.ts';
import type { EntityName } from '../../../contract/sync.ts';
import type { LocalDatabase } from '../database.ts';
import type { Entry, FilterRule, RowFilter } from './row-columns.ts';

/** Defines the entries of an index over one table, and which part of the entries a filter needs. */
export interface IndexPlan<Id extends string | number, Stored> {
  table: EntityName;
  /** Returns the entry of a row, without its text. */
  entryOf(row: Stored): Entry<Id>;
  textOf(row: Stored): string;
  /** Returns the name of the part that must be in memory to answer a filter without search. */
  partOf(filter: Pick<RowFilter, 'values' | 'sort'>): string;
  /** The rules of filters by name; the other filters want the values of the column of their name. */
  rules?: Readonly<Record<string, FilterRule>>;
  /** The sorts by name, each with its usual direction. One that entries have no key for is the order of the ranks. */
  sorts?: Sorts;
  /** Reads a part from the database's indexes; null, or absent, where the rows themselves must be read. */
  readPart?(db: LocalDatabase, part: string): Promise<Entry<Id>[]> | null;
}
