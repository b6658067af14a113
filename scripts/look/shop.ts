import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { confirmEmail, register as registerEndpoint } from '../../src/contract/auth.ts';
import { startServer } from '../../tests/support/running-server.ts';
import { home } from '../stamp.mjs';

export interface Account {
  email: string;
  password: string;
}

/** A server with the demo shop, and its accounts. */
export interface Shop {
  url: string;
  accounts: { customer: Account; admin: Account; agent: Account; colleague: Account; newcomer: Account };
  close(): Promise<void>;
}

/** Builds the app when it is not current, and starts the server with the demo shop in a folder of its own. */
export async function openShop(): Promise<Shop> {
  const built = spawnSync(process.execPath, [join(home, 'scripts/build.mjs'), '--if-changed'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the app does not build');
  const server = await startServer();
  try {
    const accounts = await demoAccounts(server.dataFolder);
    const newcomer = await register(server.url, server.dataFolder);
    return { url: server.url, accounts: { ...accounts, newcomer }, close: () => server.remove() };
  } catch (thrown) {
    await server.remove();
    throw thrown;
  }
}

/** The demo accounts of a running server; amina also takes the place of the newcomer, who cannot be created there. */
export function shopAt(url: string): Shop {
  const account = (name: string): Account => ({ email: `${name}@comptoir.example`, password: 'comptoir-demo' });
  const accounts = {
    customer: account('amina'),
    admin: account('sara'),
    agent: account('marc'),
    colleague: account('root'),
    newcomer: account('amina'),
  };
  return { url, accounts, close: async () => undefined };
}

/** Reads the list of accounts, which is written last: the server answers before the shop is filled. */
async function demoAccounts(dataFolder: string): Promise<Omit<Shop['accounts'], 'newcomer'>> {
  const file = join(dataFolder, 'demo-accounts.json');
  for (let waited = 0; !existsSync(file); waited += 100) {
    if (waited > 60_000) throw new Error('the demo shop was not filled within a minute');
    await pause(100);
  }
  const all = JSON.parse(await readFile(file, 'utf8')) as (Account & { role: string })[];
  const find = (role: string, email = ''): Account => {
    const found = all.find((account) => account.role === role && account.email.startsWith(email));
    if (!found) throw new Error(`the demo shop has no ${role} ${email}`);
    return found;
  };
  return {
    customer: find('user', 'amina'),
    admin: find('admin', 'sara'),
    agent: find('agent'),
    colleague: find('root'),
  };
}

/** Registers a customer without any records and follows the link of the confirmation e-mail. */
async function register(url: string, dataFolder: string): Promise<Account> {
  const account = { email: 'newcomer@comptoir.example', password: 'comptoir-demo' };
  await post(url, registerEndpoint.path, { name: 'Lina Newcomer', ...account });
  await post(url, confirmEmail.path, { token: await tokenInEmail(dataFolder) });
  return account;
}

async function tokenInEmail(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'letters');
  for (let waited = 0; waited < 20_000; waited += 100) {
    // A file that is still written ends with `.part`.
    const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.part'));
    const emails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const token = emails
      .map(
        (email) =>
          /email-confirmation\?token=([\w.-]+)/.exec(email.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1],
      )
      .find(Boolean);
    if (token) return token;
    await pause(100);
  }
  throw new Error('no e-mail came');
}

/** Calls the API. Throws the server's message when it refuses. */
export async function post(url: string, path: string, body: unknown, token?: string): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Deletes a record through the API. */
export async function remove(url: string, path: string, token: string): Promise<void> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method: 'DELETE', headers });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
}

/** Reads a path of the API. */
export async function get(url: string, path: string, token: string): Promise<unknown> {
  const answer = await fetch(url + path, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return answer.json();
}
