import type { BrowserContext, Request, Route } from '@playwright/test';
import { placeOrder } from '../../src/contract/orders.ts';
import { updateProduct } from '../../src/contract/products.ts';
import { colleaguesFields } from './colleague.ts';
import { tokenOf, type SampleIds } from './sample-ids.ts';
import { post, type Shop } from './shop.ts';

const requests = '**/api/**';
const isOfSession = (route: Route): boolean => /\/api\/auth\//.test(route.request().url());

/** Leaves every request for data without an answer, as a very slow server does. */
export const answerNothing = (context: BrowserContext): Promise<unknown> =>
  context.route(requests, (route) => (isOfSession(route) ? route.continue() : undefined));

/** Refuses every request for data as a server with a fault does; returns a function that ends the refusals. */
export async function refuseAll(context: BrowserContext): Promise<() => Promise<void>> {
  const refuse = (route: Route) =>
    isOfSession(route) || route.request().url().includes('/api/sync')
      ? route.continue()
      : route.fulfill({ status: 403, json: { status: 'error', code: 'FORBIDDEN', message: 'FORBIDDEN' } });
  await context.route(requests, refuse);
  return () => context.unroute(requests, refuse);
}

/** Makes a colleague change each record just before an edit of it arrives, so that the server refuses the edit. */
export async function changeFirst(context: BrowserContext, { url, accounts }: Shop): Promise<void> {
  const token = await tokenOf(url, accounts.colleague);
  await context.route(requests, async (route) => {
    const request = route.request();
    if (hasSeenValues(request)) {
      const { pathname } = new URL(request.url());
      await post(url, pathname, colleaguesFields(pathname, request.postData()), token);
    }
    await route.continue();
  });
}

/** Returns whether an edit says what its author has seen: by a revision, or by the values before (`from`) of a user. */
const hasSeenValues = (request: Request): boolean =>
  'if-match' in request.headers() || /^\{.*"from":\{/.test(request.postData() ?? '');

/** Makes an admin change the price of the product just before each order arrives, so that the server refuses it. */
export async function changePriceFirst(
  context: BrowserContext,
  { url, accounts }: Shop,
  { product }: SampleIds,
): Promise<void> {
  const token = await tokenOf(url, accounts.admin);
  await context.route(`**${placeOrder.path}`, async (route) => {
    const body = route.request().postDataJSON() as { price: number } | null;
    if (body) await post(url, updateProduct.path.replace(':id', String(product)), { price: body.price + 0.25 }, token);
    await route.continue();
  });
}
