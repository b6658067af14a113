import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { vi } from 'vitest';
import { Providers } from '../../src/client/app/root.tsx';
import { CreateProductScreen } from '../../src/client/features/products/create-product-screen.tsx';
import { EditProductScreen } from '../../src/client/features/products/edit-product-screen.tsx';
import { ProductScreen } from '../../src/client/features/products/product-screen.tsx';
import { ProductsScreen } from '../../src/client/features/products/products-screen.tsx';
import type { Product, ProductRow } from '../../src/contract/products.ts';
import { openHelpDesk } from './help-desk.tsx';
import { aCategory, aProduct, aVariant, sara, type Script } from './storefront.tsx';

/** A product as an admin's device has it, with its cost. */
export const aCostedProduct = (id: number, title: string, more: Partial<ProductRow> = {}): ProductRow =>
  aProduct(id, title, { cost: 7, ...more });

export const aCostedVariant = (id: number, title: string, price: number, cost: number) => ({
  ...aVariant(id, title, price),
  cost,
});

/** The server's answer with a product. */
export const answerOf = (product: ProductRow): { code: string; product: Product } => ({
  code: 'SUCCESS',
  product: { ...product, categories: [], category_id: null, category_title: null },
});

const categories = [
  aCategory(1, 'Streaming'),
  aCategory(2, 'Films', { parent_id: 1 }),
  aCategory(3, 'Games'),
  aCategory(4, 'Music'),
];

/** What a form sent: its fields as text (files as they are), or its JSON, with two headers. */
interface SentForm {
  path: string;
  fields: Record<string, unknown>;
  key: string | null;
  revision: string | null;
}

/** A device of an admin that is online; `sent` are the forms that were sent to the products' calls. */
export async function openShop(rows: Parameters<typeof openHelpDesk>[1] = {}) {
  const device = await openHelpDesk(sara, { categories, ...rows });
  const sent: SentForm[] = [];
  const scripted = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const { pathname: path } = new URL(url, 'http://shop.test');
    if (init.method === 'POST' && path.startsWith('/api/products'))
      sent.push({
        path,
        fields: fieldsOf(init.body),
        key: headers.get('idempotency-key'),
        revision: headers.get('if-match'),
      });
    return scripted(url, init);
  });
  return { ...device, sent };
}

function fieldsOf(body: RequestInit['body']): Record<string, unknown> {
  if (!(body instanceof FormData)) return JSON.parse(body as string) as Record<string, unknown>;
  return Object.fromEntries([...new Set(body.keys())].map((name) => [name, plain(body.getAll(name))]));
}

const plain = (values: FormDataEntryValue[]): unknown => (values.length === 1 ? values[0] : values);

/** Opens a page of the products' area at an address. */
export function visitProducts(address: string) {
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <Outlet />
      </Suspense>
    ),
  });
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([
      page('/admin/products', ProductsScreen),
      page('/admin/products/create', CreateProductScreen),
      page('/admin/products/$id', ProductScreen),
      page('/admin/products/$id/edit', EditProductScreen),
    ]),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search as Record<string, unknown>).filter(([, value]) => value !== undefined);
      return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
    },
  });
  const shown = render(
    <Providers>
      <RouterProvider router={router as never} />
    </Providers>,
  );
  const user = userEvent.setup();
  return {
    user,
    address: () => router.state.location.href,
    go: (next: string) => act(() => router.navigate({ href: next } as never)),
    close: () => shown.unmount(),
    /** Replaces the text of a field. */
    fill: async (label: string | RegExp, text: string) => {
      const field = await screen.findByRole('textbox', { name: label });
      await user.clear(field);
      if (text) await user.paste(text);
    },
  };
}

export const saveButton = () => screen.getByRole('button', { name: /^(Create product|Save changes)$/ });
export const textField = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement;

export const aPicture = new File([new Uint8Array([1, 2, 3])], 'cover.png', { type: 'image/png' });
export const choosePicture = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } });

/** A server that answers each call of the products with the product. */
export const accepts =
  (product = aCostedProduct(9, 'Netflix')): Script =>
  ({ path }) =>
    path.startsWith('/api/products') ? [200, answerOf(product)] : [200, { status: 'ok' }];

/** A server that answers the calls of the products with these answers, one after the other. */
export const answers =
  (...list: ReturnType<Script>[]): Script =>
  ({ path }) =>
    path.startsWith('/api/products') ? list.shift()! : [200, { status: 'ok' }];

/** Fills in the required fields of a new product. */
export async function fillIn({ user, fill }: Pick<ReturnType<typeof visitProducts>, 'user' | 'fill'>) {
  await fill('Title', 'Netflix');
  await fill('Price (€)', '12,50');
  await fill('Or its address on the web', 'https://cdn.test/netflix.png');
  await user.click(await screen.findByRole('checkbox', { name: 'Films' }));
}
