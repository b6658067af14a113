import type { Migration } from 'kysely/migration';
import { columnsOf, index, type Kind } from './columns.ts';

/** Adds an index for each filter of the audit log, with the columns of its order: newest first. */
export const auditIndexes = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await columns.db.schema.dropIndex('audit_actor').execute();
    const indexAudit = (name: string, ...filter: string[]) =>
      index(columns.db, name, { table: 'audit', columns: [...filter, 'created_at', 'id'] });
    await indexAudit('audit_created');
    await indexAudit('audit_by_actor', 'actor_id');
    await indexAudit('audit_by_action', 'action');
    await indexAudit('audit_by_entity', 'entity');
  },
});
