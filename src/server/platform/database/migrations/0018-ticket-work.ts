import type { Migration } from 'kysely/migration';
import { columnsOf, defaultZero, index, type Kind } from './columns.ts';

/**
 * Adds internal notes, tags, snoozing and merging of tickets. Existing responses are no notes, and existing tickets have
 * no tags and are neither snoozed nor merged.
 */
export const ticketWork = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    const change = (table: string) => db.schema.alterTable(table);
    const add = (name: string, type: typeof number | typeof text) => change('tickets').addColumn(name, type).execute();
    await change('responses').addColumn('is_internal', number, defaultZero).execute();
    await change('tickets')
      .addColumn('tags', text, (column) => column.notNull().defaultTo('[]'))
      .execute();
    await change('tickets')
      .addColumn('tag_keys', text, (column) => column.notNull().defaultTo(''))
      .execute();
    await add('snoozed_until', number);
    await add('snoozed_by', text);
    await add('snoozed_at', number);
    await add('merged_into_id', text);
    await add('status_before_merge', text);
    await index(db, 'tickets_merged', {
      table: 'tickets',
      columns: ['user_id', 'merged_into_id'],
      where: 'merged_into_id is not null',
    });
  },
});
