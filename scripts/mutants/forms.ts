const lostAnswers = [
  {
    name: 'changed values go out although the attempt before may have been applied',
    file: 'client/forms/use-record-form.ts',
    from: 'if (!sent || sent.text === textOf(values)) return values;',
    to: 'if (!sent || sent.text === textOf(values)) return values;\n  if (sent) return { ...values, sent: null };',
    project: 'screens',
    tests: ['screens/lost-saves.test.tsx'],
  },
  {
    name: 'changed values of a category go out under the key of the lost attempt',
    file: 'client/forms/use-record-form.ts',
    from: 'if (!sent || sent.text === textOf(values)) return values;',
    to: 'return values;',
    project: 'screens',
    tests: ['screens/lost-saves.test.tsx'],
  },
  {
    name: 'a record that a lost attempt has created is created again',
    file: 'client/forms/use-record-form.ts',
    from: 'const known = { id: row.id, rev: row.rev, sent: null };',
    to: 'const known = { id: undefined, rev: row.rev, sent: null };',
    project: 'screens',
    tests: ['screens/lost-saves.test.tsx'],
  },
  {
    name: 'after a lost answer the edit of another admin is overwritten',
    file: 'client/forms/use-record-form.ts',
    from: 'if (differences(fields, earlier, valuesOf(row)).length > 0) throw changedSince(row);',
    to: '',
    project: 'screens',
    tests: ['screens/lost-saves.test.tsx'],
  },
  {
    name: 'other values are sent while the outcome of a lost save is not known',
    file: 'client/forms/lost-attempt.ts',
    from: "if (outcome === 'unknown') throw new CallFailure('unreachable', { details: { isUndecided: true } });",
    to: "if (outcome === 'unknown') return null;",
    project: 'screens',
    tests: ['screens/lost-saves.test.tsx'],
  },
  {
    name: 'a product whose answer was lost is created again',
    file: 'client/features/products/save-product.ts',
    from: 'if (touched === null) return { ...state, sent: null };',
    to: 'if (touched) return { ...state, sent: null };',
    project: 'screens',
    tests: ['screens/lost-product-saves.test.tsx'],
  },
  {
    name: 'a delivery company whose answer was lost is created again',
    file: 'client/forms/lost-attempt.ts',
    from: 'const version = made && made.over === shown?.rev ? made.version : shown;',
    to: 'const version = shown;',
    project: 'screens',
    tests: ['screens/lost-office-saves.test.tsx'],
  },
] as const;

const users = [
  {
    name: 'an edit of a user sends the unchanged fields, too',
    file: 'client/features/users/save-user.ts',
    from: 'typed.filter(([key, value]) => value !== seen[key as keyof User])',
    to: 'typed',
    project: 'screens',
    tests: ['screens/user-forms.test.tsx', 'screens/user-conflict.test.tsx'],
  },
  {
    name: 'an opening balance of 1.00 or less passes with a wrong PIN',
    file: 'server/features/people/create-user.ts',
    from: 'if (!isDone && input.balance > 0)',
    to: 'if (!isDone && input.balance > 1)',
    project: 'server',
    tests: ['server/balance-adjust.test.ts'],
  },
  {
    name: 'the PIN stays in the form of a new user after a refusal',
    file: 'client/features/users/use-create-user.ts',
    from: "useEffect(() => form.setValue('pin', ''), [form, key]);",
    to: 'useEffect(() => undefined, [form, key]);',
    project: 'screens',
    tests: ['screens/user-forms.test.tsx'],
  },
  {
    name: 'amounts above the maximum are sent',
    file: 'client/features/users/adjustment.ts',
    from: 'amount > 0 && amount <= amountMax',
    to: 'amount > 0 && amount < Infinity',
    project: 'screens',
    tests: ['screens/money-previews.test.tsx'],
  },
  {
    name: 'the lock of a PIN is said to end 1,000 times too early',
    file: 'client/features/users/pin-refusal.tsx',
    from: 'now + seconds * 1000',
    to: 'now + seconds',
    project: 'screens',
    tests: ['screens/money-previews.test.tsx'],
  },
  {
    name: 'a balance that may contain the change in doubt gets it once more',
    file: 'client/forms/use-money-form.ts',
    from: 'return isFrozen ? kept.value : value;',
    to: 'return value;',
    project: 'screens',
    tests: ['screens/money-previews.test.tsx'],
  },
] as const;

const leaving = [
  {
    name: 'a session that has ended asks whether to discard the form',
    file: 'client/forms/use-leave-guard.tsx',
    from: "!isLeaving.current && !next.pathname.startsWith('/auth/')",
    to: '!isLeaving.current && next.pathname !== null',
    project: 'screens',
    tests: ['screens/category-form.test.tsx'],
  },
  {
    name: 'a bulk change shows nothing before its first transaction has ended',
    file: 'client/forms/set-field.ts',
    from: 'if (changes.length > 0) onQueued?.(0);',
    to: '',
    project: 'screens',
    tests: ['screens/bulk-undo.test.tsx'],
  },
] as const;

/** Faults of forms. */
export const forms = [...lostAnswers, ...users, ...leaving] as const;
