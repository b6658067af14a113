import * as z from 'zod/mini';
import { Id, text, Uuid } from './fields.ts';
import { contentMax, subjectMax } from './limits.ts';
import { TicketStatus, TicketType } from './tickets.ts';

/**
 * What a device may do offline: one schema per kind and version. A published kind and version is accepted for at
 * least 180 days and never changes its meaning; a new meaning is a new version.
 */
export const mutationSchemas = {
  'ticket.open@1': z.object({
    id: Uuid,
    subject: text(subjectMax),
    type: TicketType,
    content: text(contentMax),
    order_id: z.nullable(Id),
  }),
  'ticket.reply@1': z.object({ id: Uuid, ticket_id: Uuid, content: text(contentMax) }),
  'ticket.status@1': z.object({ ticket_id: Uuid, from: TicketStatus, to: TicketStatus }),
  'notification.read@1': z.object({ ids: z.array(Uuid).check(z.minLength(1), z.maxLength(500)) }),
} as const;

type Schemas = typeof mutationSchemas;
type Strip<Key extends string> = Key extends `${infer Kind}@${string}` ? Kind : never;

export type MutationKind = Strip<keyof Schemas>;
export type MutationArgs<Kind extends MutationKind> = z.output<Schemas[`${Kind}@1` & keyof Schemas]>;
