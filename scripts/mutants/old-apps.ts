const namedTables = [
  {
    name: 'a device gets rows of a table that it did not name',
    file: 'server/features/sync/registry.ts',
    from: 'filter(([entity]) => named.has(entity))',
    to: 'filter(() => named.size >= 0)',
    project: 'server',
    tests: ['server/named-tables.test.ts'],
  },
  {
    name: 'the app of the release before gets rows of a new table',
    file: 'server/features/sync/registry.ts',
    from: 'filter(([entity]) => named.has(entity))',
    to: 'filter(() => named.size >= 0)',
    project: 'sync',
    tests: ['sync/old-app.test.ts'],
  },
  {
    name: 'a device that names other tables goes on from its cursor',
    file: 'server/features/sync/cursor.ts',
    from: 'sum + (registry.entities.has(entity) ? 2 ** index : 0)',
    to: 'sum + (registry.entities.has(entity) ? 0 : 0) + index',
    project: 'server',
    tests: ['server/named-tables.test.ts'],
  },
  {
    name: 'rows of an unknown table are stored',
    file: 'client/sync/pass.ts',
    from: 'rows.filter(({ entity }) => entities.includes(entity))',
    to: '[...rows]',
    project: 'sync',
    tests: ['sync/later-server.test.ts'],
  },
] as const;

const codesAndValues = [
  {
    name: 'a code of a later version is that of a stranger',
    file: 'client/api/answer.ts',
    from: 'if (server === refusalMark && status >= 400) return true;',
    to: '',
    project: 'sync',
    tests: ['sync/later-server.test.ts'],
  },
  {
    name: 'any code with a message is a refusal of our server',
    file: 'client/api/answer.ts',
    from: 'if (server === refusalMark && status >= 400) return true;',
    to: 'if (status >= 400) return true;',
    project: 'sync',
    tests: ['sync/answers.test.ts'],
  },
  {
    name: 'the server does not mark its refusals',
    file: 'server/platform/http/answer.ts',
    from: ', server: refusalMark };',
    to: ' };',
    project: 'server',
    tests: ['server/http.test.ts'],
  },
  {
    name: 'the kinds of ledger rows grow',
    file: 'contract/balance.ts',
    from: "export const ledgerKinds = ['opening',",
    to: "export const ledgerKinds = ['topup', 'opening',",
    project: 'contract',
    tests: ['contract/release-before.test.ts'],
  },
] as const;

const fileOwners = [
  {
    name: 'the cleanup forgets a kind of record that has files',
    file: 'server/platform/cleanup.ts',
    from: 'const owned = fileOwners.map(',
    to: 'const owned = fileOwners.slice(0, 2).map(',
    project: 'server',
    tests: ['server/file-owners.test.ts'],
  },
  {
    name: 'the file of another record is attached to a ticket',
    file: 'server/shared/form-files.ts',
    from: '|| (await isOwned(tx, fileIds))',
    to: '',
    project: 'server',
    tests: ['server/file-owners.test.ts'],
  },
  {
    name: 'support reads the files of records that it may not read',
    file: 'server/features/files/rows.ts',
    from: 'and(fileOwners.map(',
    to: 'and(fileOwners.slice(0, 2).map(',
    project: 'server',
    tests: ['server/file-owners.test.ts'],
  },
] as const;

/** Faults by which an app that is older than its server, or a new kind of record with files, would lose something. */
export const oldApps = [...namedTables, ...codesAndValues, ...fileOwners] as const;
