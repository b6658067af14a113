import { useLingui } from '@lingui/react/macro';
import { returnedStatuses } from '../../../contract/order-rules.ts';
import type { Order } from '../../../contract/orders.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import type { CsvValue } from '../../text/csv.ts';
import { useDates } from '../../text/dates.ts';
import { useMoney } from '../../text/money.ts';
import { useStatuses } from '../../text/statuses.ts';

type People = ReadonlyMap<number, DirectoryUser>;

/**
 * Returns a function that makes the rows of the file, the names of the columns first; the last columns are the answers,
 * one for each key of these orders.
 */
export function useCsvRows() {
  const { t } = useLingui();
  const dates = useDates();
  const statuses = useStatuses();
  const { currency } = useMoney();
  const head = [
    t`ID`,
    t`Date`,
    t`Status`,
    t`Customer`,
    t`Customer ID`,
    t`E-mail`,
    t`Products`,
    t`Quantity`,
    t`Unit price`,
    t`Units per price`,
    t`Total`,
    t`Returned`,
    t`Currency`,
    t`Message from the customer`,
    t`Delivery notes`,
  ];
  return (orders: readonly Order[], people: People): CsvValue[][] => {
    const keys = keysOf(orders);
    return [
      [...head, ...keys],
      ...orders.map((order) => [
        order.id,
        dates.stamp(order.created_at),
        statuses.order(order.status).label,
        order.user_name,
        order.user_id,
        people.get(order.user_id)?.email ?? null,
        order.items.map((item) => [item.product_name, item.variant_name].filter(Boolean).join(' · ')).join('; '),
        ofItems(order, ({ quantity = 1 }) => quantity),
        ofItems(order, ({ unit_price: price, price: total }) => price ?? total),
        ofItems(order, ({ price_per: per = 1 }) => per),
        order.total_price,
        returnedStatuses.includes(order.status) ? order.total_price : (order.refunded ?? 0),
        currency,
        order.message,
        order.notes,
        ...keys.map((key) => answerOf(order, key)),
      ]),
    ];
  };
}

type Item = Order['items'][number];

/** A number of the only item, which a spreadsheet adds up; several ones as a text. */
const ofItems = ({ items }: Order, numberOf: (item: Item) => number): CsvValue =>
  items.length === 1 ? numberOf(items[0]!) : items.map(numberOf).join('; ');

/** The keys of all answers, in the order in which they appear. */
const keysOf = (orders: readonly Order[]): string[] => [
  ...new Set(orders.flatMap(({ items }) => items.flatMap(({ answers = [] }) => answers.map(({ key }) => key)))),
];

const answerOf = ({ items }: Order, key: string): string | null =>
  items
    .flatMap(({ answers = [] }) => answers.filter((answer) => answer.key === key).map(({ value }) => value))
    .join('; ') || null;
