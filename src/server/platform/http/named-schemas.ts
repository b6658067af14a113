import * as z from 'zod/mini';
import { Done, PageMeta } from '../../../contract/answers.ts';
import { Article } from '../../../contract/articles.ts';
import { Session } from '../../../contract/auth.ts';
import { BalanceHistoryEntry, LedgerRow } from '../../../contract/balance.ts';
import { Category } from '../../../contract/categories.ts';
import { NotificationRow } from '../../../contract/notifications.ts';
import { Order, OrderItem, OrderStatus } from '../../../contract/orders.ts';
import { HistoryEntry, DirectoryUser, Role, RoleName, SessionDay, User } from '../../../contract/people.ts';
import { Product, ProductVariant } from '../../../contract/products.ts';
import { Change, Mutation, MutationResult, Outcome } from '../../../contract/sync.ts';
import { ResponseRow, Ticket, TicketRow, TicketStatus, TicketType } from '../../../contract/tickets.ts';
import type { JsonSchema } from './schemas.ts';

/** The records of the contract that the OpenAPI document defines once, under these names. */
const records = {
  Article,
  BalanceHistoryEntry,
  Category,
  Change,
  Done,
  HistoryEntry,
  LedgerRow,
  Mutation,
  MutationResult,
  NotificationRow,
  Order,
  OrderItem,
  OrderStatus,
  Outcome,
  PageMeta,
  DirectoryUser,
  Product,
  ProductVariant,
  ResponseRow,
  Role,
  RoleName,
  Session,
  SessionDay,
  Ticket,
  TicketRow,
  TicketStatus,
  TicketType,
  User,
};

/** The registry in which zod looks up the names of these records. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(records)) schemaNames.add(schema, { id });

/** Collects schemas by name for `components/schemas` of an OpenAPI document. */
export class NamedSchemas {
  readonly all: Record<string, JsonSchema> = {};

  /** Adds a schema by its name, and the records in it by theirs; returns a reference to it. */
  keep(name: string, { $defs, ...schema }: JsonSchema): JsonSchema {
    for (const [id, record] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) this.add(id, record);
    // The schema is itself a record, which the loop above has added.
    if ('$ref' in schema) return withDocumentRefs(schema) as JsonSchema;
    this.add(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  private add(name: string, { id: _name, ...schema }: JsonSchema): void {
    const named = withDocumentRefs(schema) as JsonSchema;
    const existing = this.all[name];
    if (existing && JSON.stringify(existing) !== JSON.stringify(named))
      throw new Error(`${name} is the name of two schemas`);
    this.all[name] = named;
  }
}

/** Rewrites references so that they point to the document's schemas. */
function withDocumentRefs(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withDocumentRefs);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => [
      keyword,
      keyword === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : withDocumentRefs(value),
    ]),
  );
}
