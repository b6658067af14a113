import { login } from '../../src/contract/auth.ts';
import { listAllCategories, listCategoryProducts } from '../../src/contract/categories.ts';
import { listOrders } from '../../src/contract/orders.ts';
import { listTickets } from '../../src/contract/tickets.ts';
import { get, post, type Account, type Shop } from './shop.ts';

/** Records of the shop that make good pictures. */
export interface Facts {
  /** The category with the most products, and one with children. */
  category: number;
  parent: number;
  /** A category whose title is Arabic. */
  arabic: number;
  /** A product without variants in that category, and one with variants. */
  product: number;
  variants: number;
  /** The customer's. */
  order: number;
  ticket: string;
  /** One with a long conversation that has not ended. */
  adminTicket: string;
}

interface Product {
  id: number;
  has_variants: boolean;
  is_available: boolean;
}

interface Leaf {
  id: number;
  title: string;
  count: number;
}

interface TicketInList {
  id: string;
  status: string;
  responses_count: number;
}

/** Asks the API as the two people would. */
export async function findFacts({ url, accounts }: Shop): Promise<Facts> {
  const [customer, admin] = [await tokenOf(url, accounts.customer), await tokenOf(url, accounts.admin)];
  const read = async <Answer>(path: string, token: string) => (await get(url, path, token)) as Answer;
  const { categories } = await read<{ categories: (Leaf & { children: Leaf[] })[] }>(listAllCategories.path, customer);
  const leaves = categories.flatMap(({ children }) => children).toSorted((a, b) => b.count - a.count);
  const category = leaves[0]!.id;
  const { products } = await read<{ products: Product[] }>(
    `${listCategoryProducts.path.replace(':id', String(category))}?per_page=100`,
    customer,
  );
  const others = (
    await Promise.all(
      leaves
        .slice(1, 8)
        .map(({ id }) =>
          read<{ products: Product[] }>(
            `${listCategoryProducts.path.replace(':id', String(id))}?per_page=100`,
            customer,
          ),
        ),
    )
  ).flatMap((page) => page.products);
  const orders = await read<{ data: { id: number }[] }>(`${listOrders.path}?status=delivered`, customer);
  const own = await read<{ data: TicketInList[] }>(`${listTickets.path}?per_page=100`, customer);
  const all = await read<{ data: TicketInList[] }>(
    `${listTickets.path}?per_page=100&admin=true&status=open,in_progress,pending`,
    admin,
  );
  const plain = [...products, ...others].find((product) => !product.has_variants && product.is_available);
  const varied = [...products, ...others].find((product) => product.has_variants && product.is_available);
  return {
    category,
    arabic: leaves.find(({ title }) => /\p{Script=Arabic}/u.test(title))?.id ?? category,
    parent: categories.find(({ children }) => children.length > 2)!.id,
    product: plain!.id,
    variants: varied!.id,
    order: orders.data[0]!.id,
    ticket: longest(own.data).id,
    adminTicket: longest(all.data).id,
  };
}

/** Signs in without a browser. */
export async function tokenOf(url: string, account: Account): Promise<string> {
  const answer = (await post(url, login.path, account)) as { data: { token: string } };
  return answer.data.token;
}

const longest = (tickets: TicketInList[]): TicketInList =>
  tickets.toSorted((a, b) => b.responses_count - a.responses_count)[0]!;
