const sessions = [
  {
    name: 'a session lives 60 days without being used',
    file: 'server/platform/sessions.ts',
    from: 'const sessionIdle = 30 * day;',
    to: 'const sessionIdle = 60 * day;',
    project: 'server',
    tests: ['server/sessions.test.ts'],
  },
  {
    name: 'a session lives for a year',
    file: 'server/platform/sessions.ts',
    from: 'export const sessionLifetime = 90 * day;',
    to: 'export const sessionLifetime = 365 * day;',
    project: 'server',
    tests: ['server/sessions.test.ts'],
  },
  {
    name: 'a revoked session works',
    file: 'server/platform/sessions.ts',
    from: ".where('sessions.revoked_at', 'is', null)",
    to: '',
    project: 'server',
    tests: ['server/sessions.test.ts', 'server/sessions-list.test.ts'],
  },
  {
    name: 'the oldest sessions are never ended',
    file: 'server/platform/sessions.ts',
    from: 'const liveSessionsMax = 100;',
    to: 'const liveSessionsMax = 1_000;',
    project: 'server',
    tests: ['server/sessions.test.ts', 'server/sessions-list.test.ts'],
  },
] as const;

const feedAndKeys = [
  {
    name: 'an older version of a row is announced after a newer one',
    file: 'server/platform/changes/feed.ts',
    from: 'if (previous && previous.rev > row.rev) continue;',
    to: '',
    project: 'server',
    tests: ['server/feed.test.ts'],
  },
  {
    name: 'every announced row has the same number',
    file: 'server/platform/changes/feed.ts',
    from: 'seq: head + 1 + index,',
    to: 'seq: head + 1,',
    project: 'server',
    tests: ['server/feed.test.ts', 'server/pull.test.ts'],
  },
  {
    name: 'open pages are not notified of changes',
    file: 'server/platform/changes/feed.ts',
    from: '  notifier.notify(scopes);',
    to: '',
    project: 'server',
    tests: ['server/feed.test.ts', 'server/events.test.ts'],
  },
  {
    name: 'a key with other arguments gets the earlier result',
    file: 'server/platform/idempotency.ts',
    from: "if (row.fingerprint !== fingerprint) return { status: 422, code: 'IDEMPOTENCY_KEY_REUSED', touched: [] };",
    to: '',
    project: 'server',
    tests: ['server/idempotency.test.ts'],
  },
  {
    name: 'a cancelled key can still be applied',
    file: 'server/platform/idempotency.ts',
    from: "fingerprint: '', state: 'sealed' }, now);",
    to: "fingerprint: '', state: 'sealed' }, now).then(() => tx.deleteFrom('outcomes').where('key', '=', key).execute());",
    project: 'server',
    tests: ['server/idempotency.test.ts', 'server/outcomes.test.ts'],
  },
  {
    name: 'a refusal that a repetition could avoid is stored for its key',
    file: 'server/platform/idempotency.ts',
    from: 'return [400, 403, 404, 409, 410, 412, 413, 415, 422].includes(refusalStatus[code])',
    to: 'return refusalStatus[code] > 0',
    project: 'server',
    tests: ['server/idempotency.test.ts'],
  },
] as const;

const contract = [
  {
    name: 'the Arabic tatweel is not folded',
    file: 'contract/search.ts',
    from: '[\\p{M}\\u0640]',
    to: '[\\p{M}]',
    project: 'contract',
    tests: ['contract/search.test.ts'],
  },
  {
    name: 'a search needs one of its words only',
    file: 'contract/search.ts',
    from: 'words.every((word)',
    to: 'words.some((word)',
    project: 'contract',
    tests: ['contract/search.test.ts'],
  },
  {
    name: 'a text may be one character too long',
    file: 'contract/fields.ts',
    from: `    z.minLength(1, { error: 'required' }),
    z.refine((value) => [...value].length <= max,`,
    to: `    z.minLength(1, { error: 'required' }),
    z.refine((value) => [...value].length <= max + 1,`,
    project: 'contract',
    tests: ['contract/fields.test.ts'],
  },
  {
    name: 'arguments of a newer version are accepted',
    file: 'contract/upgrades.ts',
    from: 'from < 1 || from > currentVersion(kind)',
    to: 'from < 1',
    project: 'contract',
    tests: ['contract/upgrades.test.ts'],
  },
] as const;

/** Faults of sessions, the feed, idempotency keys and the contract. */
export const serverAndContract = [...sessions, ...feedAndKeys, ...contract] as const;
