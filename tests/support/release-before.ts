import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { clientOf, type TestClient } from './client.ts';
import { fastFolder } from './machine.ts';
import { runCommand, startProgram, type Program } from './programs.ts';

const root = join(import.meta.dirname, '../..');
const archive = join(root, 'tests/server/fixtures/release-before.tar.gz');

/** The server's sources of the release before, with the packages of this version; `remove` deletes them. */
export function unpackReleaseBefore(): { folder: string; remove(): void } {
  const place = mkdtempSync(join(fastFolder, 'comptoir-release-'));
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', place], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the release before cannot be unpacked: ${stderr}`);
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'), 'junction');
  return { folder: join(place, 'src/server'), remove: () => rmSync(place, { recursive: true, force: true }) };
}

/** A running server and a signed-out client of it. */
export interface Node extends Program {
  guest: TestClient;
  /** A client with the session of a token. */
  as(token: string): TestClient;
}

/** Starts a server; `folder` holds its sources, those of this version by default. */
export async function startNode(installation: Record<string, string>, folder?: string): Promise<Node> {
  const program = await startProgram(installation, folder);
  return {
    ...program,
    guest: clientOf(program.url, async () => ({})),
    as: (token) => clientOf(program.url, async () => ({ Authorization: `Bearer ${token}` })),
  };
}

export const rootUser = { email: 'root@example.test', password: 'une phrase assez longue' };

/** Makes the root admin of an installation with the command in `folder`. */
export async function createRoot(installation: Record<string, string>, folder?: string): Promise<void> {
  const args = ['--email', rootUser.email, '--password-stdin'];
  const { code, err } = await runCommand('create-root', installation, {
    args,
    input: rootUser.password,
    ...(folder && { folder }),
  });
  if (code !== 0) throw new Error(`create-root failed: ${err}`);
}

/** Signs in and returns the token of the session. */
export async function tokenOf(node: Node, { email, password }: { email: string; password: string }): Promise<string> {
  const { body } = await node.guest.post('/api/auth/login', { email, password });
  if (body.code !== 'SUCCESS') throw new Error(`signing in was answered with ${JSON.stringify(body)}`);
  return String(body.data.token);
}

export type Installation = Record<string, string>;

/** A server of the release before and one of this version, on one database. */
export interface BothReleases {
  before: Node;
  current: Node;
}

export const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };

/** Starts the release before on tables that it has made, then this version, which migrates them beside it. */
export async function startBothReleases(
  release: { folder: string },
  installation: Installation,
  mailOf: { before?: object; current?: object } = {},
): Promise<BothReleases> {
  await createRoot(installation, release.folder);
  const before = await startNode({ ...installation, ...mailOf.before }, release.folder);
  const current = await startNode({ ...installation, ...mailOf.current });
  return { before, current };
}

/** Makes Leila's account as root does and returns the token of her session. */
export async function signInLeila(node: Node, admin: string): Promise<{ id: number; token: string }> {
  const account = { ...leila, username: 'leila', role_id: 1, is_active: true, balance: 0 };
  const { body } = await node.as(admin).post('/api/users', account, { 'Idempotency-Key': randomUUID() });
  return { id: Number(body.user.id), token: await tokenOf(node, leila) };
}
