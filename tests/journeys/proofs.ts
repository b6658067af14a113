import { randomUUID } from 'node:crypto';
import { openHouse } from '../support/open-ledger.ts';
import type { RunningServer } from '../support/running-server.ts';
import type { Upload } from '../support/uploads.ts';
import { adminAccount, customerAccount, type Account } from './house.ts';

interface Answer {
  code: string;
  order?: { id: number; file_url: string | null };
  product?: { id: number; image: string };
  data?: { token: string };
  categories?: { id: number }[];
}

/** A running shop in which an admin sends files and a customer with money gets them. */
export interface Desk {
  customer: Account;
  /** Sends a file as a proof that belongs to no order yet, and tells the answer's code. */
  keep(file: Upload): Promise<string>;
  /** Makes each file the proof of an order of the customer's. */
  deliver<File extends Upload>(files: readonly File[]): Promise<{ file: File; path: string }[]>;
  /** Makes a file the picture of a product; returns its path. */
  show(image: Upload): Promise<string>;
  /** Asks for a file as the customer, as another customer, or as nobody. */
  ask(path: string, who: 'customer' | 'other' | null): Promise<{ status: number; headers: Record<string, string> }>;
}

/** Opens the desk of a server with demo data. */
export async function openDesk(server: RunningServer): Promise<Desk> {
  const customer = await customerAccount(server);
  const send = senderTo(server.url);
  const tokenOf = async ({ email, password }: Account) =>
    (await send('/api/auth/login', { email, password }, '')).data!.token;
  const [admin, own] = [await tokenOf(await adminAccount(server)), await tokenOf(customer)];
  const nour = { name: 'Nour', email: 'nour@example.test', password: 'a good long phrase' };
  await send('/api/users', nour, admin);
  const tokens = { customer: own, other: await tokenOf(nour) };
  await enrich(server, customer);
  const { categories } = (await (await ask(server.url, '/api/categories/all', admin)).json()) as Answer;
  const product = { title: 'Receipt', price: '1', 'category_ids[]': String(categories![0]!.id) };
  const receipt = (await send('/api/products', { ...product, category_ids: [categories![0]!.id] }, admin)).product!;
  return {
    customer,
    keep: async (file) => (await send('/api/files', { id: randomUUID(), file }, admin)).code,
    show: async (image) => (await send('/api/products', { ...product, image }, admin)).product!.image,
    async deliver(files) {
      const proofs = [];
      for (const file of files) {
        const order = (await send('/api/orders', { product_id: receipt.id }, own)).order!;
        const done = await send(`/api/orders/${order.id}`, { status: 'completed', file }, admin);
        if (!done.order?.file_url) throw new Error(`${file.name} was not taken: ${done.code}`);
        proofs.push({ file, path: done.order.file_url });
      }
      return proofs;
    },
    async ask(path, who) {
      const { status, headers } = await ask(server.url, path, who && tokens[who]);
      return { status, headers: Object.fromEntries(headers) };
    },
  };
}

async function enrich(server: RunningServer, { email }: Account): Promise<void> {
  const house = openHouse(server.dataFolder);
  await house.credit(email, 10_000);
  await house.close();
}

const ask = (url: string, path: string, token: string | null): Promise<Response> =>
  fetch(url + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });

/** Posts JSON, or a form where there is a file. */
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
