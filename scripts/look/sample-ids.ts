import { listArticles } from '../../src/contract/articles.ts';
import { login } from '../../src/contract/auth.ts';
import { listAllCategories, listCategoryProducts } from '../../src/contract/categories.ts';
import { listOrders } from '../../src/contract/orders.ts';
import { listTickets } from '../../src/contract/tickets.ts';
import { listTopups } from '../../src/contract/topups.ts';
import { get, post, type Account, type Shop } from './shop.ts';

/** Ids of records whose screens make good screenshots. */
export interface SampleIds {
  /** The subcategory with the most products, and a category with more than two subcategories. */
  category: number;
  parentCategory: number;
  /** A subcategory whose title is Arabic, if there is one. */
  arabicCategory: number;
  /** A product without variants, and one with variants; an order of each is for one unit, and asks for nothing. */
  product: number;
  productWithVariants: number;
  /** A product with order fields that is sold in quantities, and the customer's order with answers to correct. */
  productWithFields: number;
  askedOrder: number;
  /** A product with variants that sells codes, its last variant, and the customer's order of codes. */
  productWithCodes: number;
  variantWithoutCodes: number;
  orderOfCodes: number;
  /** The customer, one of the customer's tickets, and two orders that were delivered. */
  customer: number;
  order: number;
  otherOrder: number;
  ticket: string;
  /** The customer's newest top-up request that the shop has decided. */
  topup: string;
  /** The customer's oldest orders, each of which one visit deletes. */
  spareOrders: number[];
  /** The ticket with the most responses among those that have not ended. */
  adminTicket: string;
  /** The first article of the help centre. */
  article: number;
}

/** The shop, and who reads it. */
interface SampledShop extends Pick<Shop, 'url'> {
  accounts: Pick<Shop['accounts'], 'customer' | 'admin'>;
}

interface Product {
  id: number;
  has_variants: boolean;
  is_available: boolean;
  order_fields?: unknown[];
  quantity_max?: number;
  sells_codes?: boolean;
  product_variants: { id: number }[];
}

interface RecentOrder {
  id: number;
  ask?: object;
  items: { codes?: { count: number } }[];
}

interface CategoryInList {
  id: number;
  title: string;
  count: number;
}

interface TicketInList {
  id: string;
  status: string;
  responses_count: number;
}

/** Finds the records through the API, as the customer and the admin. */
export async function findSampleIds({ url, accounts }: SampledShop): Promise<SampleIds> {
  const { token: customer, user } = await sessionOf(url, accounts.customer);
  const admin = await tokenOf(url, accounts.admin);
  const read = async <Answer>(path: string, token: string) => (await get(url, path, token)) as Answer;
  const { categories } = await read<{ categories: (CategoryInList & { children: CategoryInList[] })[] }>(
    listAllCategories.path,
    customer,
  );
  const leaves = categories.flatMap(({ children }) => children).toSorted((a, b) => b.count - a.count);
  const category = leaves[0]!.id;
  const { products } = await read<{ products: Product[] }>(
    `${listCategoryProducts.path.replace(':id', String(category))}?per_page=100`,
    customer,
  );
  const others = (
    await Promise.all(
      leaves
        .slice(1)
        .map(({ id }) =>
          read<{ products: Product[] }>(
            `${listCategoryProducts.path.replace(':id', String(id))}?per_page=100`,
            customer,
          ),
        ),
    )
  ).flatMap((page) => page.products);
  const orders = await read<{ data: { id: number }[] }>(`${listOrders.path}?status=delivered`, customer);
  const recent = await read<{ data: RecentOrder[] }>(`${listOrders.path}?per_page=100`, customer);
  const old = await read<{ data: { id: number }[] }>(
    `${listOrders.path}?sort=date&direction=asc&per_page=10`,
    customer,
  );
  const own = await read<{ data: TicketInList[] }>(`${listTickets.path}?per_page=100`, customer);
  const topups = await read<{ data: { id: string }[] }>(`${listTopups.path}?status=approved,refused`, customer);
  const all = await read<{ data: TicketInList[] }>(
    `${listTickets.path}?per_page=100&admin=true&status=open,in_progress,pending`,
    admin,
  );
  const { articles } = await read<{ articles: { id: number; kind: string }[] }>(listArticles.path, admin);
  return {
    category,
    article: articles.find(({ kind }) => kind === 'article')?.id ?? 0,
    arabicCategory: leaves.find(({ title }) => /\p{Script=Arabic}/u.test(title))?.id ?? category,
    parentCategory: categories.find(({ children }) => children.length > 2)!.id,
    ...productsOf([...products, ...others]),
    orderOfCodes: (recent.data.find(({ items }) => items.some(({ codes }) => codes?.count)) ?? orders.data[0]!).id,
    askedOrder: (recent.data.find(({ ask }) => ask) ?? orders.data[0]!).id,
    customer: user.id,
    order: orders.data[0]!.id,
    otherOrder: orders.data[1]!.id,
    spareOrders: old.data.map(({ id }) => id),
    ticket: longest(own.data).id,
    topup: topups.data[0]?.id ?? 'none',
    adminTicket: longest(all.data).id,
  };
}

function productsOf(products: readonly Product[]) {
  const available = products.filter((product) => product.is_available);
  const plain = available.filter(
    (product) => !asksForAnswers(product) && !isSoldInQuantities(product) && !product.sells_codes,
  );
  const withVariants = plain.find((product) => product.has_variants)!;
  const withFields = available.filter(asksForAnswers);
  const withCodes = available.find((product) => product.sells_codes && product.has_variants) ?? withVariants;
  return {
    product: plain.find((product) => !product.has_variants)!.id,
    productWithVariants: withVariants.id,
    productWithCodes: withCodes.id,
    variantWithoutCodes: withCodes.product_variants.at(-1)!.id,
    productWithFields: (withFields.find(isSoldInQuantities) ?? withFields[0] ?? withVariants).id,
  };
}

const asksForAnswers = ({ order_fields: fields = [] }: Product): boolean => fields.length > 0;
const isSoldInQuantities = ({ quantity_max: max = 1 }: Product): boolean => max > 1;

/** Signs in without a browser. */
export const tokenOf = async (url: string, account: Account): Promise<string> => (await sessionOf(url, account)).token;

async function sessionOf(url: string, account: Account): Promise<{ token: string; user: { id: number } }> {
  const answer = (await post(url, login.path, account)) as { data: { token: string; user: { id: number } } };
  return answer.data;
}

const longest = (tickets: TicketInList[]): TicketInList =>
  tickets.toSorted((a, b) => b.responses_count - a.responses_count)[0]!;
