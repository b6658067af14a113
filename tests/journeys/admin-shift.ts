import type { openShopDatabase } from '../support/shop-database.ts';
import type { RunningServer } from '../support/running-server.ts';
import { apiOf, type Api } from './api.ts';
import { rootAccount } from './sign-in.ts';

/** The records on which an admin works in a journey; nothing else of the shop changes meanwhile. */
export interface Shift {
  root: Api;
  customer: { id: number; name: string; email: string };
  /** Two new orders of the customer. */
  toDeliver: number;
  toRefund: number;
  /** An open ticket of the customer, whose text is its subject. */
  ticketId: string;
  subject: string;
  productId: number;
  /** The titles of a product and of a category. */
  product: string;
  category: string;
  /** What customers may order and see, and all changes of the product and the category. */
  readCatalogue(): Promise<{ isAvailable: boolean; isActive: boolean; changes: string[] }>;
}

const [product, category, subject] = ['Night bus pass', 'Night passes', 'When does my pass arrive?'];
const person = {
  name: 'Nour Salem',
  email: 'nour.salem.of.the.night.shop@customers.example',
  password: 'une bonne phrase',
};

/** Makes a customer with balance, a category with a product, two orders of it and a ticket. */
export async function prepareShift(server: RunningServer, shop: ReturnType<typeof openShopDatabase>): Promise<Shift> {
  const root = await apiOf(server.url, await rootAccount(server));
  const { user } = await root.post<{ user: { id: number } }>('/api/users', person);
  await shop.credit(person.email, 100);
  const { category: made } = await root.post<{ category: { id: number } }>('/api/categories', { title: category });
  const fields = { title: product, price: '10', category_ids: [made.id] };
  const { product: pass } = await root.post<{ product: { id: number } }>('/api/products', fields);
  const customer = await apiOf(server.url, person);
  const place = async () =>
    (await customer.post<{ order: { id: number } }>('/api/orders', { product_id: pass.id, price: 10 })).order.id;
  const orders = [await place(), await place()] as const;
  const text = { subject, type: 'general', priority: 'medium', content: subject };
  const { ticket } = await customer.post<{ ticket: { id: string } }>('/api/tickets', text);
  const read = async <Row>(path: string) => (await (await root.get(path)).json()) as Row;
  return {
    root,
    customer: { ...person, id: user.id },
    toDeliver: orders[0],
    toRefund: orders[1],
    ticketId: ticket.id,
    subject,
    productId: pass.id,
    product,
    category,
    async readCatalogue() {
      const { product: row } = await read<{ product: { is_available: boolean } }>(`/api/products/${pass.id}/edit`);
      const { categories } = await read<{ categories: { id: number; is_active: boolean }[] }>('/api/categories/all');
      const history = await shop.history();
      return {
        isAvailable: row.is_available,
        isActive: categories.find(({ id }) => id === made.id)!.is_active,
        changes: [...history[`products:${pass.id}`]!, ...history[`categories:${made.id}`]!],
      };
    },
  };
}
