import type { CategoryRow } from '../../../src/contract/categories.ts';
import { orderStatuses } from '../../../src/contract/order-rules.ts';
import type { Order } from '../../../src/contract/orders.ts';
import type { ProductRow } from '../../../src/contract/products.ts';
import type { Change, EntityName } from '../../../src/contract/sync.ts';
import { ticketStatuses, ticketTypes } from '../../../src/contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../../src/contract/tickets.ts';

/** The number of rows on a device. Every ticket has three responses. */
export interface Size {
  orders: number;
  tickets: number;
  products: number;
}

/** Categories: fifteen parents with four children each. */
export const categoryCount = 75;
const responsesPerTicket = 3;

/** The tables in the order of the first load, and how many rows of each there are. */
export const tablesOf = ({ orders, tickets, products }: Size): { entity: EntityName; count: number }[] => [
  { entity: 'categories', count: categoryCount },
  { entity: 'products', count: products },
  { entity: 'tickets', count: tickets },
  { entity: 'responses', count: tickets * responsesPerTicket },
  { entity: 'orders', count: orders },
];

/** Rows `from` (inclusive) to `to` (exclusive) of a table as the server would send them; the same at every call. */
export function changesOf(entity: EntityName, from: number, to: number): Change[] {
  const make = makers[entity];
  if (!make) throw new Error(`the bench makes no ${entity}`);
  return Array.from({ length: to - from }, (_, at) => {
    const row = make(from + at);
    return { entity, key: String(row.id), rev: row.rev, row: { ...row } };
  });
}

/** The version-7 UUID of the record with this index; `space` is 1 for tickets and 2 for responses. */
export const uuidAt = (space: number, index: number): string =>
  `0193${space.toString(16).padStart(4, '0')}-${(index & 0xffff).toString(16).padStart(4, '0')}-7000-8000-${index.toString(16).padStart(12, '0')}`;

const makers: Partial<Record<EntityName, (index: number) => { id: number | string; rev: number }>> = {
  categories: categoryAt,
  products: productAt,
  tickets: ticketAt,
  responses: responseAt,
  orders: orderAt,
};

function categoryAt(index: number): CategoryRow {
  const parent = index < 15 ? null : (index % 15) + 1;
  const title = `${word(index)} ${word(index + 7)} ${index}`;
  return {
    id: index + 1,
    title,
    description: sentence(index, 8),
    parent_id: parent,
    is_active: true,
    created_at: timeAt(index),
    rev: 1,
  };
}

function productAt(index: number): ProductRow {
  const variants = index % 3 === 0 ? [1, 2, 3] : [];
  return {
    id: index + 1,
    title: `${word(index)} ${word(index * 3 + 1)} ${index}`,
    description: sentence(index, 20),
    image: `/files/products/${index}.webp`,
    price: 5 + (mix(index) % 20_000) / 100,
    is_available: index % 17 !== 0,
    status: 'active',
    is_on_promo: index % 11 === 0,
    has_variants: variants.length > 0,
    product_variants: variants.map((n) => ({
      id: index * 10 + n,
      title: `${n * 10} €`,
      price: n * 10,
      status: 'active',
    })),
    category_ids: [(index % categoryCount) + 1, (mix(index) % categoryCount) + 1],
    orders_count: mix(index) % 400,
    created_at: timeAt(index),
    rev: 1,
  };
}

function ticketAt(index: number): TicketRow {
  const person = mix(index) % 60;
  return {
    id: uuidAt(1, index),
    number: 1000 + index,
    user_id: person + 3,
    user_name: `${word(person)} ${word(person + 20)}`,
    user_email: `${word(person)}.${person}@comptoir.example`,
    subject: sentence(index, 6),
    content: sentence(index + 1, 40),
    type: ticketTypes[mix(index + 2) % ticketTypes.length]!,
    priority: 'medium',
    status: ticketStatuses[mix(index + 3) % ticketStatuses.length]!,
    order_id: index % 4 === 0 ? index + 1 : null,
    assignee_id: null,
    responses_count: responsesPerTicket,
    last_response_by: 'admin',
    last_response_at: timeAt(index),
    attachments: [],
    created_at: timeAt(index),
    updated_at: timeAt(index),
    rev: 1,
  };
}

function responseAt(index: number): ResponseRow {
  const ticket = Math.floor(index / responsesPerTicket);
  return {
    id: uuidAt(2, index),
    ticket_id: uuidAt(1, ticket),
    content: sentence(index, 30),
    type: index % 2 === 0 ? 'admin' : 'user',
    author_name: `${word(index)} ${word(index + 20)}`,
    attachments: [],
    created_at: timeAt(index),
    rev: 1,
  };
}

function orderAt(index: number): Order {
  const person = mix(index) % 60;
  const product = mix(index + 5) % 2000;
  const price = 5 + (mix(index) % 20_000) / 100;
  return {
    id: index + 1,
    user_id: person + 3,
    user_name: `${word(person)} ${word(person + 20)}`,
    items: [
      {
        product_id: product + 1,
        product_name: `${word(product)} ${word(product * 3 + 1)} ${product}`,
        product_variant_id: null,
        variant_name: null,
        price,
      },
    ],
    total_price: price,
    status: orderStatuses[mix(index + 1) % orderStatuses.length]!,
    message: index % 5 === 0 ? sentence(index, 10) : null,
    file_url: null,
    notes: null,
    created_at: timeAt(index),
    updated_at: timeAt(index),
    rev: 1,
  };
}

/** One row every seven minutes, newest last. */
const timeAt = (index: number): string => new Date(Date.UTC(2024, 0, 1) + index * 420_000).toISOString();

const languages = [
  'gift card mobile top-up streaming music game console wallet router phone cable delivery refund invoice account password',
  'carte cadeau recharge forfait prépayé numérique réseau abonnement licence téléphone livraison remboursement facture compte',
  'بطاقة شحن رصيد هاتف ألعاب اشتراك شبكة برنامج ترخيص طلب فاتورة حساب توصيل استرداد',
].map((words) => words.split(' '));

/** Every third row is written in Arabic. */
function word(index: number, language = languages[index % languages.length]!): string {
  return language[mix(index) % language.length]!;
}

function sentence(index: number, length: number): string {
  const language = languages[index % languages.length]!;
  return Array.from({ length }, (_, at) => word(index * 31 + at * 7, language)).join(' ');
}

/** A number from 0 that looks like chance and is the same at every call (Knuth's multiplicative hash). */
const mix = (index: number): number => (Math.imul(index + 1, 2_654_435_761) >>> 0) >>> 8;
