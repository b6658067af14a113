import { randomUUID } from 'node:crypto';
import { openShopDatabase } from '../support/shop-database.ts';
import type { RunningServer } from '../support/running-server.ts';
import type { Upload } from '../support/uploads.ts';
import { adminAccount, customerAccount, type Account } from './sign-in.ts';

interface Answer {
  code: string;
  order?: { id: number; file_url: string | null };
  product?: { id: number; image: string };
  data?: { token: string };
  categories?: { id: number }[];
}

/** A running shop with an admin, who uploads files, and a customer, who has money to order. */
export interface ProofSetup {
  customer: Account;
  /** Sends a file as a proof that belongs to no order yet, and returns the answer's code. */
  upload(file: Upload): Promise<string>;
  /** For each file places an order as the customer, and delivers the order with the file as its proof. */
  deliver<File extends Upload>(files: readonly File[]): Promise<{ file: File; path: string }[]>;
  /** Creates a product with this picture; returns the picture's path. */
  setPicture(image: Upload): Promise<string>;
  /** Requests a file as the customer, as another customer, or signed out. */
  request(path: string, who: 'customer' | 'other' | null): Promise<{ status: number; headers: Record<string, string> }>;
}

/** Prepares a server with demo data, so that orders with proofs can be delivered. */
export async function prepareProofs(server: RunningServer): Promise<ProofSetup> {
  const customer = await customerAccount(server);
  const send = senderTo(server.url);
  const tokenOf = async ({ email, password }: Account) =>
    (await send('/api/auth/login', { email, password }, '')).data!.token;
  const [adminToken, customerToken] = [await tokenOf(await adminAccount(server)), await tokenOf(customer)];
  const nour = { name: 'Nour', email: 'nour@example.test', password: 'a good long phrase' };
  await send('/api/users', nour, adminToken);
  const tokens = { customer: customerToken, other: await tokenOf(nour) };
  await addMoney(server, customer);
  const { categories } = (await (await get(server.url, '/api/categories/all', adminToken)).json()) as Answer;
  const product = { title: 'Receipt', price: '1', 'category_ids[]': String(categories![0]!.id) };
  const receipt = (await send('/api/products', { ...product, category_ids: [categories![0]!.id] }, adminToken))
    .product!;
  return {
    customer,
    upload: async (file) => (await send('/api/files', { id: randomUUID(), file }, adminToken)).code,
    setPicture: async (image) => (await send('/api/products', { ...product, image }, adminToken)).product!.image,
    async deliver(files) {
      const proofs = [];
      for (const file of files) {
        const order = (await send('/api/orders', { product_id: receipt.id }, customerToken)).order!;
        const done = await send(`/api/orders/${order.id}`, { status: 'completed', file }, adminToken);
        if (!done.order?.file_url) throw new Error(`${file.name} was not accepted: ${done.code}`);
        proofs.push({ file, path: done.order.file_url });
      }
      return proofs;
    },
    async request(path, who) {
      const { status, headers } = await get(server.url, path, who && tokens[who]);
      return { status, headers: Object.fromEntries(headers) };
    },
  };
}

async function addMoney(server: RunningServer, { email }: Account): Promise<void> {
  const shop = openShopDatabase(server.dataFolder);
  await shop.credit(email, 10_000);
  await shop.close();
}

const get = (url: string, path: string, token: string | null): Promise<Response> =>
  fetch(url + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });

/** Posts JSON, or a form when one of the fields is a file. */
function senderTo(url: string) {
  return async (path: string, fields: Record<string, unknown>, token: string): Promise<Answer> => {
    const file = Object.entries(fields).find(([, value]) => (value as Partial<Upload>).bytes);
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(!file && { 'Content-Type': 'application/json' }),
        'Idempotency-Key': randomUUID(),
      },
      body: file ? formOf(fields, file[0]) : JSON.stringify(fields),
    });
    return (await answer.json()) as Answer;
  };
}

function formOf(fields: Record<string, unknown>, part: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (name !== part) form.append(name, String(value));
  const { name, type, bytes } = fields[part] as Upload;
  form.append(part, new Blob([bytes], { type }), name);
  return form;
}
