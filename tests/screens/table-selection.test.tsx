import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { useSelection } from '../../src/client/lists/use-selection.ts';
import type { Column } from '../../src/client/ui/data-table-column.ts';
import { DataTable } from '../../src/client/ui/data-table.tsx';
import { renderPiece } from '../support/show-piece.tsx';

interface City {
  id: number;
  rev: number;
  name: string;
}

const pageOf = (from: number): City[] =>
  Array.from({ length: 5 }, (_, at) => ({ id: from + at, rev: 1, name: `City ${from + at}` }));
const pages = [pageOf(1), pageOf(6)] as const;

/** The ids of the rows whose cells were rendered. */
let rendered: number[] = [];
beforeEach(() => {
  rendered = [];
});
const cell = ({ id, name }: City) => {
  rendered.push(id);
  return name;
};
const columns: Column<City>[] = [{ id: 'name', header: 'Name', cell, cardSlot: 'lead' }];
const label = ({ name }: City) => `Select ${name}`;
const rowKey = ({ id }: City) => id;

/** A page of cities that can be selected, and the ids of those that are. */
function Cities() {
  const [page, setPage] = useState(0);
  const [filter, setFilter] = useState('');
  const rows = pages[page]!;
  const selection = useSelection(rows, filter);
  return (
    <>
      <DataTable label="Cities" columns={columns} rows={rows} rowKey={rowKey} selection={{ ...selection, label }} />
      <p role="status">{selection.rows.map(({ id }) => id).join(' ')}</p>
      <button onClick={() => setPage(1 - page)}>Other page</button>
      <button onClick={() => setFilter('other')}>Other filter</button>
      <button onClick={selection.clear}>Clear</button>
      <button onClick={() => selection.add(pages.flat())}>All that match</button>
    </>
  );
}

async function showCities() {
  const { user } = renderPiece(Cities);
  await screen.findByRole('table');
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}

const checkbox = (id: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select City ${id}` });
const all = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })[0]!;
const selected = () => screen.getByRole('status').textContent;

test('S2M-06 selecting a row renders no other row again', async () => {
  const { user } = await showCities();
  rendered = [];

  await user.click(checkbox(3));
  expect([checkbox(3).checked, rendered]).toEqual([true, [3]]);
  await user.keyboard('{Shift>}');
  await user.click(checkbox(5));
  expect([selected(), rendered]).toEqual(['3 4 5', [3, 4, 5]]);
});

test('S2M-06 Shift with a press or with the space bar takes over the state of the last checkbox for the rows between', async () => {
  const { user } = await showCities();
  await user.click(checkbox(1));
  checkbox(4).focus();

  await user.keyboard('{Shift>} {/Shift}');
  expect(selected()).toBe('1 2 3 4');

  await user.keyboard('{Shift>}');
  await user.click(checkbox(2));
  await user.keyboard('{/Shift}');
  expect(selected()).toBe('1');

  checkbox(5).focus();
  await user.keyboard(' ');
  expect(selected()).toBe('1 5');
});

test('S2M-06 Shift selects a single row where the one before is on another page, or was the checkbox for all', async () => {
  const { user, press } = await showCities();
  await user.click(checkbox(2));
  await press('Other page');
  await user.keyboard('{Shift>}');
  await user.click(checkbox(9));
  expect(selected()).toBe('2 9');

  await user.click(all());
  await user.click(all());
  await user.click(checkbox(7));
  expect(selected()).toBe('2 7');
});

test('S2M-06 the checkbox for all rows is mixed while some are selected, on any page, and changes its own page only', async () => {
  const { user, press } = await showCities();
  expect([all().checked, all().indeterminate]).toEqual([false, false]);

  await user.click(checkbox(2));
  await press('Other page');
  expect([all().checked, all().indeterminate]).toEqual([false, true]);

  await user.click(all());
  expect([selected(), all().checked, all().indeterminate]).toEqual(['2 6 7 8 9 10', true, false]);
  await user.click(all());
  expect([selected(), all().indeterminate]).toEqual(['2', true]);

  await press('Other page');
  expect(checkbox(2).checked).toBe(true);
});

test('S2M-06 all rows that match are added to the selection; another filter and Cancel clear it', async () => {
  const { user, press } = await showCities();
  await press('All that match');
  expect([selected(), all().checked]).toEqual(['1 2 3 4 5 6 7 8 9 10', true]);

  await press('Other filter');
  expect([selected(), all().checked, checkbox(1).checked]).toEqual(['', false, false]);

  await user.click(checkbox(4));
  expect(selected()).toBe('4');
  await press('Clear');
  expect([selected(), checkbox(4).checked]).toEqual(['', false]);
});
