import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home } from '../../scripts/stamp.mjs';

/** A change of a source: `from` must be there. */
interface Change {
  file: string;
  from: string;
  to: string;
}

/**
 * One table more than this version has: each device that names it gets its row with every answer. An app that gets
 * a row of it unasked refuses the whole answer.
 */
const oneTableMore: readonly Change[] = [
  {
    file: 'src/contract/sync-limits.ts',
    from: 'export const entities = [...entitiesUnlessNamed',
    to: "export const entities = [...entitiesUnlessNamed, 'parcels'",
  },
  {
    file: 'src/server/app.ts',
    from: 'export const synced: readonly SyncedEntity[] = [',
    to: `const parcel = { entity: 'parcels' as never, key: 'p1', rev: 1, row: { id: 'p1', rev: 1 } };
export const synced: readonly SyncedEntity[] = [
  {
    entity: 'parcels' as never,
    read: async () => [parcel],
    page: async () => ({ changes: [parcel], next: null }),
    count: async () => 1,
  },`,
  },
  {
    // Each answer to a device that has loaded also has the row among its changes.
    file: 'src/server/features/sync/pull.ts',
    from: 'const names = [];',
    to: "const names = [{ entity: 'parcels' as EntityName, key: 'p1' }];",
  },
];

/**
 * An installation of this version's server with the app of the release before (`scripts/keep-release.mjs`) and one synced
 * table more. Returns the path of its program; `remove` deletes it.
 */
export function installOldApp(changes: readonly Change[] = oneTableMore): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-old-app-'));
  for (const part of ['package.json', 'src/contract', 'src/server'])
    cpSync(join(home, part), join(folder, part), { recursive: true });
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const archive = join(home, 'tests/server/fixtures/app-before.tar.gz');
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the app of the release before cannot be unpacked: ${stderr}`);
  for (const { file, from, to } of changes) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no longer ${from}`);
    writeFileSync(path, text.replace(from, to));
  }
  return {
    main: join(folder, 'src/server/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
