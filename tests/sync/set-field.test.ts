import { beforeEach, describe, expect, test } from 'vitest';
import type { Change as RowChange } from '../../src/contract/sync.ts';
import { fieldOf } from '../../src/client/actions/all.ts';
import type { FieldKind } from '../../src/client/actions/set-field.ts';
import {
  argsOf,
  changeOf,
  readValue,
  undoChange,
  type FieldValue,
  type QueuedChange,
} from '../../src/client/forms/set-field.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { deviceOf, eachMutation, sara, ticketRow, type TestDevice } from './support.ts';

interface Case {
  kind: FieldKind;
  row: { id: string | number; rev: number };
  /** The server's value, one that is set, and one that is set after it; a switch has no third value. */
  values: [FieldValue, FieldValue, FieldValue?];
}

const ticket = { ...ticketRow('t1'), id: 't1', rev: 4 };
const cases: Case[] = [
  { kind: 'ticket.status', row: ticket, values: ['new', 'in_progress', 'resolved'] },
  { kind: 'ticket.priority', row: ticket, values: ['medium', 'high', 'low'] },
  { kind: 'ticket.assign', row: ticket, values: [null, 2, 5] },
  { kind: 'ticket.snooze', row: ticket, values: [null, '2026-11-21T08:00:00.000Z', '2026-11-28T08:00:00.000Z'] },
  {
    kind: 'order.status',
    row: { id: 41, rev: 4, status: 'pending' } as never,
    values: ['pending', 'processing', 'delivered'],
  },
  {
    kind: 'product.availability',
    row: { id: 5, rev: 4, title: 'Tea', is_available: true } as never,
    values: [true, false],
  },
  { kind: 'category.active', row: { id: 6, rev: 4, title: 'Tea', is_active: true } as never, values: [true, false] },
];

describe.each(cases)('$kind', ({ kind, row, values: [before, after, later = before] }) => {
  let device: TestDevice;

  beforeEach(async () => {
    device = await deviceOf(sara);
    await store(row);
  });

  const store = (stored: Case['row']) => {
    const { table } = fieldOf(kind);
    const change: RowChange = { entity: table, key: String(row.id), rev: stored.rev, row: { ...stored } };
    return device.db.transaction('rw', device.db.syncTables, () => storeServerRows(device.db, [change]));
  };
  /** The row of the server with another value, in a later revision. */
  const rowWith = (value: FieldValue, rev = 5) => ({ ...row, [fieldOf(kind).field]: value, rev });
  const shown = () => readValue(device.db, { kind, id: row.id });
  const items = async () => (await device.db.outbox.toArray()).map(({ args, state }) => ({ args, state }));

  async function set(to: FieldValue): Promise<QueuedChange> {
    const shownRow = (await device.db.rows(fieldOf(kind).table).get(row.id)) as unknown as Case['row'];
    const change = changeOf(shownRow, kind, to);
    const itemId = await perform(device.db, kind, argsOf(change) as never, device.environment.runtime);
    return { ...change, itemId };
  }

  test('an unsent change is undone without a request', async () => {
    const change = await set(after);
    expect(await shown()).toBe(after);

    await undoChange(device.db, change);

    expect([await shown(), await items()]).toEqual([before, []]);
  });

  test('a change that was merged into an earlier one is undone alone', async () => {
    await set(after);
    const change = await set(later);
    expect([await shown(), (await items()).length]).toEqual([later, 1]);

    await undoChange(device.db, change);

    expect(await shown()).toBe(after);
    expect(await items()).toEqual([{ state: 'queued', args: argsOf({ kind, id: row.id, from: before, to: after }) }]);
  });

  test('a refused change is undone without a request, and leaves nothing parked', async () => {
    const change = await set(after);
    device.server = eachMutation({ status: 403, code: 'FORBIDDEN' });
    await runPass(device.db, device.environment);
    expect(await items()).toMatchObject([{ state: 'failed' }]);

    await undoChange(device.db, change);

    expect([await shown(), await items()]).toEqual([before, []]);
  });

  test('an accepted change is set back with another one', async () => {
    const change = await set(after);
    const accepted: RowChange = { entity: fieldOf(kind).table, key: String(row.id), rev: 5, row: rowWith(after) };
    device.server = eachMutation({}, { changes: [accepted] });
    await runPass(device.db, device.environment);
    expect([await shown(), await items()]).toEqual([after, []]);

    await undoChange(device.db, change);

    expect(await shown()).toBe(before);
    expect(await items()).toEqual([{ state: 'queued', args: argsOf({ kind, id: row.id, from: after, to: before }) }]);
  });

  test('an accepted change is left alone when the record has another value by now', async () => {
    const change = await set(after);
    device.server = eachMutation({});
    await runPass(device.db, device.environment);
    await store(rowWith(later, 6));

    await undoChange(device.db, change);

    expect([await shown(), await items()]).toEqual([later, []]);
  });
});
