import * as z from 'zod/mini';
import { Done, PageMeta } from '../../../contract/answers.ts';
import { Session } from '../../../contract/auth.ts';
import { BalanceHistoryEntry, LedgerRow } from '../../../contract/balance.ts';
import { Category } from '../../../contract/categories.ts';
import { NotificationRow } from '../../../contract/notifications.ts';
import { Order, OrderItem, OrderStatus } from '../../../contract/orders.ts';
import { HistoryEntry, Person, Role, RoleName, SessionDay, User } from '../../../contract/people.ts';
import { Product, ProductVariant } from '../../../contract/products.ts';
import { Change, Mutation, MutationResult, Outcome } from '../../../contract/sync.ts';
import { ResponseRow, Ticket, TicketRow, TicketStatus, TicketType } from '../../../contract/tickets.ts';
import type { JsonSchema } from './schemas.ts';

/** The records of the contract that the OpenAPI document describes once, under these names. */
const records = {
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
  Person,
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

/** The names of these records, as zod looks them up while it describes a schema. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(records)) schemaNames.add(schema, { id });

/** Collects schemas under their names for `components/schemas` of an OpenAPI document. */
export class NamedSchemas {
  readonly all: Record<string, JsonSchema> = {};

  /** Keeps a schema under a name, and the records in it under theirs; returns the reference to it. */
  keep(name: string, { $defs, ...schema }: JsonSchema): JsonSchema {
    for (const [id, record] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) this.add(id, record);
    // A record itself: it has its name already.
    if ('$ref' in schema) return pointed(schema) as JsonSchema;
    this.add(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  private add(name: string, { id: _name, ...schema }: JsonSchema): void {
    const named = pointed(schema) as JsonSchema;
    const known = this.all[name];
    if (known && JSON.stringify(known) !== JSON.stringify(named)) throw new Error(`${name} is the name of two schemas`);
    this.all[name] = named;
  }
}

/** The same schema with its references leading into the document. */
function pointed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(pointed);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([keyword, value]) => [
      keyword,
      keyword === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : pointed(value),
    ]),
  );
}
