/** Faults in the check of all accounts, each of which its tests must notice. */
export const verification = [
  {
    name: 'verify reports users who moved money during the check',
    file: 'server/ledger/verify-accounts.ts',
    from: ' where balance <> total or balance < 0',
    to: '',
    project: 'server',
    tests: ['server/ledger-chain.test.ts'],
  },
  {
    name: 'verify does not compare balances with the movements',
    file: 'server/ledger/verify-accounts.ts',
    from: 'balance_cents < 0 || balance_cents !== (accounts.get(id)?.sum ?? 0)',
    to: 'balance_cents < 0',
    project: 'server',
    tests: ['server/ledger-chain.test.ts'],
  },
  {
    name: 'verify does not compare hashes',
    file: 'server/ledger/verify-accounts.ts',
    from: ' || row.hash !== hashAfter(account.hash, row)',
    to: '',
    project: 'server',
    tests: ['server/verifications-agree.test.ts'],
  },
  {
    name: 'verify does not compare the balances of a user’s movements',
    file: 'server/ledger/verify-accounts.ts',
    from: 'row.before_cents !== account.balance || ',
    to: '',
    project: 'server',
    tests: ['server/verifications-agree.test.ts'],
  },
] as const;
