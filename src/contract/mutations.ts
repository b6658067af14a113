import * as z from 'zod/mini';
import { Id, Moment, optionalText, PlainAmount, printable, text, Uuid, wholeNumber } from './fields.ts';
import { fieldKeyMax, orderFieldsMax } from './answer-rules.ts';
import { askTextMax, contentMax, deliveryNotesMax, subjectMax, tagsMax } from './limits.ts';
import { AnswersInput, savedAnswerForm } from './order-fields.ts';
import { OrderStatusInput } from './orders.ts';
import { FileIds, TicketPriority, TicketPriorityInput, TicketStatusInput, TicketTag, TicketType } from './tickets.ts';
import { topupForm } from './topups.ts';

const openFields = {
  id: Uuid,
  subject: text(subjectMax),
  type: TicketType,
  content: text(contentMax),
  priority: TicketPriorityInput,
  order_id: z.nullable(Id),
};
const deliveryFields = {
  order_id: Id,
  status: OrderStatusInput,
  notes: optionalText(deliveryNotesMax),
  file_id: z.nullable(Uuid),
};
const replyFields = { id: Uuid, ticket_id: Uuid, content: text(contentMax) };

/** The id made on the device, and what the customer has filled in. */
const topupFields = { id: Uuid, ...topupForm, amount: PlainAmount };

const Tags = z.array(TicketTag).check(z.maxLength(tagsMax));

/** The values of an order that a delivery sets; only compared, so their length does not matter. */
const DeliveredValues = z.object({
  status: OrderStatusInput,
  notes: z.nullable(z.string()),
  file_id: z.nullable(z.string()),
});
export type DeliveredValues = z.output<typeof DeliveredValues>;

/**
 * The changes a device may make offline: one schema per kind and version. A published kind and version is accepted for
 * at least 180 days and never changes its meaning; a new meaning is a new version.
 */
export const mutationSchemas = {
  'ticket.open@1': z.object(openFields),
  /** With files that were uploaded before (`POST api/files`). */
  'ticket.open@2': z.object({ ...openFields, file_ids: z.optional(FileIds) }),
  'ticket.reply@1': z.object(replyFields),
  'ticket.reply@2': z.object({ ...replyFields, file_ids: z.optional(FileIds) }),
  /** An internal note, which customers do not receive. */
  'ticket.note@1': z.object({ ...replyFields, file_ids: z.optional(FileIds) }),
  'ticket.status@1': z.object({ ticket_id: Uuid, from: TicketStatusInput, to: TicketStatusInput }),
  'ticket.priority@1': z.object({ ticket_id: Uuid, from: TicketPriority, to: TicketPriority }),
  /** `from` and `to` are ids of admins, null for none. */
  'ticket.assign@1': z.object({ ticket_id: Uuid, from: z.nullable(Id), to: z.nullable(Id) }),
  'ticket.tags@1': z.object({ ticket_id: Uuid, add: Tags, remove: Tags }),
  /** `from` and `to` are the times until which the ticket does not wait for support, null for none. */
  'ticket.snooze@1': z.object({ ticket_id: Uuid, from: z.nullable(Moment), to: z.nullable(Moment) }),
  /** Merges a ticket into another one of the same customer. */
  'ticket.merge@1': z.object({ ticket_id: Uuid, into_id: Uuid }),
  /** Ends the merge of a ticket into another one. */
  'ticket.unmerge@1': z.object({ ticket_id: Uuid }),
  'notification.read@1': z.object({ ids: z.array(Uuid).check(z.minLength(1), z.maxLength(500)) }),
  /** Between statuses that move no money; to or from `refunded` and `canceled` is refused as FORBIDDEN (D-8). */
  'order.status@1': z.object({ order_id: Id, from: OrderStatusInput, to: OrderStatusInput }),
  /** `file_id` is the id of a proof that was uploaded before (`POST api/files`). */
  'order.deliver@1': z.object(deliveryFields),
  /** `from` is what the admin saw; missing in deliveries of earlier builds, which are applied without a comparison. */
  'order.deliver@2': z.object({ ...deliveryFields, from: z.nullish(DeliveredValues) }),
  'product.availability@1': z.object({ product_id: Id, is_available: z.boolean() }),
  'category.active@1': z.object({ category_id: Id, is_active: z.boolean() }),
  /**
   * Places a category before another one of the same parent, or last (null). `position` is between those of its new
   * neighbours: the device shows it until the server has numbered the categories.
   */
  'category.move@1': z.object({ category_id: Id, before_id: z.nullable(Id), position: z.number() }),
  /** Whether an article of the help centre helped the user; the last vote on an article counts. */
  'article.vote@1': z.object({ article_id: Id, is_helpful: z.boolean() }),
  /** Says that a customer has paid; with files that were uploaded before. */
  'topup.open@1': z.object(topupFields),
  'topup.cancel@1': z.object({ topup_id: Uuid }),
  /** Asks the customer to correct answers; a later round replaces an earlier one. */
  'order.ask@1': z.object({
    order_id: Id,
    round: wholeNumber({ min: 1, max: 1_000 }),
    keys: z
      .array(z.string().check(z.maxLength(fieldKeyMax), printable))
      .check(z.minLength(1), z.maxLength(orderFieldsMax)),
    text: text(askTextMax),
  }),
  /** Answers a round of `order.ask`: replaces these answers of the order. */
  'order.answers@1': z.object({
    order_id: Id,
    round: wholeNumber({ min: 1, max: 1_000 }),
    answers: AnswersInput,
  }),
  'answer.save@1': z.object({ id: Uuid, ...savedAnswerForm }),
  'answer.forget@1': z.object({ id: Uuid }),
  /** Whether the customer is notified when a product, or a variant of it, can be ordered again; `variant_id` 0 for none. */
  'stock.watch@1': z.object({ product_id: Id, variant_id: wholeNumber({ min: 0, max: 999_999_999 }), on: z.boolean() }),
} as const;

type Schemas = typeof mutationSchemas;
type Strip<Key extends string> = Key extends `${infer Kind}@${string}` ? Kind : never;

export type MutationKind = Strip<keyof Schemas>;
/** The kinds that have had more than one version, each with its current one (`upgrades.ts`). */
interface Versions {
  'ticket.open': 2;
  'ticket.reply': 2;
  'order.deliver': 2;
}
type VersionOf<Kind extends MutationKind> = Kind extends keyof Versions ? Versions[Kind] : 1;

/** The arguments of a kind in its current version. */
export type MutationArgs<Kind extends MutationKind> = z.output<Schemas[`${Kind}@${VersionOf<Kind>}` & keyof Schemas]>;
