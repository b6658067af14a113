import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutationSchemas } from '../../src/contract/mutations.ts';
import { currentVersion, upgradeArgs } from '../../src/contract/upgrades.ts';

const versions = Object.keys(mutationSchemas).map((name) => {
  const [kind = '', v] = name.split('@');
  return { name: name as keyof typeof mutationSchemas, kind, v: Number(v) };
});

/** Examples of the arguments of older versions, which may wait in outboxes for months. */
const oldArgs: Record<string, Record<string, unknown>> = {
  'ticket.open@1': {
    id: '01900000-0000-7000-8000-000000000001',
    subject: 'No code',
    type: 'order',
    content: 'It did not come',
    order_id: 7,
  },
  'ticket.reply@1': {
    id: '01900000-0000-7000-8000-000000000002',
    ticket_id: '01900000-0000-7000-8000-000000000001',
    content: 'And now?',
  },
  'order.deliver@1': { order_id: 7, status: 'completed', notes: 'Code 1', file_id: null },
};

/** What an upgrade adds to them. */
const addedArgs: Record<string, Record<string, unknown>> = {
  'ticket.open@1': { file_ids: [] },
  'ticket.reply@1': { file_ids: [] },
  'order.deliver@1': { from: null },
};

test('the schemas of a kind have the versions from 1 to the current one', () => {
  for (const { kind } of versions) {
    const known = versions.filter((one) => one.kind === kind).map(({ v }) => v);
    expect({ kind, known }).toEqual({ kind, known: Array.from({ length: currentVersion(kind) }, (_, at) => at + 1) });
  }
});

test.each(Object.keys(oldArgs))(
  'arguments of %s become valid arguments of the current version, and keep their values',
  (name) => {
    const [kind = '', v] = name.split('@');
    const args = oldArgs[name]!;
    expect(mutationSchemas[name as keyof typeof mutationSchemas].safeParse(args).success).toBe(true);

    const upgraded = upgradeArgs(kind, args, Number(v));

    expect(upgraded).toMatchObject(args);
    const schema = mutationSchemas[`${kind}@${currentVersion(kind)}` as keyof typeof mutationSchemas];
    expect(schema.safeParse(upgraded)).toMatchObject({ success: true, data: { ...args, ...addedArgs[name] } });
  },
);

test('there is no upgrade from the version of a newer app or from a value that is no version', () => {
  for (const { kind } of versions) {
    expect(upgradeArgs(kind, {}, currentVersion(kind) + 1)).toBeNull();
    expect(upgradeArgs(kind, {}, 0)).toBeNull();
    expect(upgradeArgs(kind, {}, 1.5)).toBeNull();
  }
});

test('an upgrade keeps every argument, gives the same result again, and leaves current arguments alone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...versions),
      fc.dictionary(
        fc.string().filter((name) => name !== 'file_ids'),
        fc.jsonValue(),
      ),
      ({ kind, v }, args) => {
        const before = structuredClone(args);
        const upgraded = upgradeArgs(kind, args, v)!;
        expect(args).toEqual(before);
        expect(upgraded).toMatchObject(before);
        expect(upgradeArgs(kind, args, v)).toEqual(upgraded);
        expect(upgradeArgs(kind, upgraded, currentVersion(kind))).toEqual(upgraded);
      },
    ),
  );
});
