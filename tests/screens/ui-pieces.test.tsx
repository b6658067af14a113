import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from '../../src/client/ui/confirm-dialog.tsx';
import { DataTable } from '../../src/client/ui/data-table.tsx';
import { MultiSelect } from '../../src/client/ui/multi-select.tsx';
import { RowMenu } from '../../src/client/ui/row-menu.tsx';
import { SearchBox } from '../../src/client/ui/search-box.tsx';
import { toast } from '../../src/client/ui/toast.ts';
import { Toaster } from '../../src/client/app/root.tsx';
import { useListState } from '../../src/client/ui/use-list-state.ts';
import { renderPiece } from '../support/show-piece.tsx';

interface Row {
  id: number;
  name: string;
}

const rows: Row[] = [
  { id: 1, name: 'Amina' },
  { id: 2, name: 'Karim' },
];

test('OF-35 a table keeps its roles and the names of its columns, so that a phone can show it as cards', async () => {
  const open = vi.fn<(row: Row) => void>();
  const press = vi.fn<() => void>();
  const { user } = renderPiece(() => (
    <DataTable
      label="People"
      rows={rows}
      rowKey={(row) => row.id}
      onRowOpen={open}
      columns={[
        { id: 'id', header: 'Id', cell: (row) => row.id, numbers: true },
        { id: 'name', header: 'Name', cell: (row) => row.name, cardPlace: 'lead' },
        {
          id: 'do',
          header: 'Actions',
          cell: () => (
            <button type="button" onClick={press}>
              Act
            </button>
          ),
          cardPlace: 'actions',
        },
      ]}
    />
  ));

  const table = await screen.findByRole('table', { name: 'People' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Id', 'Name', 'Actions']);
  expect(within(table).getAllByRole('cell')[0]!.dataset).toMatchObject({ name: 'Id', priority: 'fact' });

  await user.click(within(table).getByRole('button', { name: 'Karim' }));
  expect(open.mock.calls).toEqual([[rows[1]]]);
  await user.click(within(table).getAllByRole('button', { name: 'Act' })[0]!);
  expect(press).toHaveBeenCalledTimes(1);
  expect(open).toHaveBeenCalledTimes(1);
  await user.click(within(table).getByText('1'));
  expect(open).toHaveBeenLastCalledWith(rows[0]);
});

test('S9-07 S8-25 a table whose rows are not loaded yet shows skeleton rows; an empty table says so', async () => {
  const columns = [{ id: 'name', header: 'Name', cell: (row: Row) => row.name }];
  renderPiece(() => (
    <>
      <DataTable label="Loading" rows={undefined} rowKey={(row: Row) => row.id} columns={columns} />
      <DataTable label="Empty" rows={[]} rowKey={(row: Row) => row.id} columns={columns} empty={<p>No results</p>} />
    </>
  ));

  const loading = await screen.findByRole('table', { name: 'Loading' });
  expect(loading.getAttribute('aria-busy')).toBe('true');
  expect(loading.querySelectorAll('tbody tr')).toHaveLength(10);
  expect(screen.queryByRole('table', { name: 'Empty' })).toBeNull();
  expect(screen.getByText('No results')).toBeTruthy();
});

test('a search runs only on Enter and on its button; "/" focuses the box, and “Clear search” empties the search', async () => {
  const search = vi.fn<(text: string) => void>();
  const { user } = renderPiece(() => <SearchBox value="" onSearch={search} label="Search orders" />);
  const box = await screen.findByRole('searchbox', { name: 'Search orders' });

  await user.keyboard('/');
  expect(document.activeElement).toBe(box);
  await user.type(box, ' netflix /');
  expect(search).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.click(screen.getByRole('button', { name: 'Clear search' }));

  expect(search.mock.calls).toEqual([['netflix /'], ['netflix /'], ['']]);
});

test('OF-35 a menu can be used with the keyboard, and the focus returns to its button', async () => {
  const chosen = vi.fn<(what: string) => void>();
  const { user } = renderPiece(() => (
    <RowMenu
      label="Actions for order 7"
      items={[
        { id: 'a', label: 'Deliver', onSelect: () => chosen('deliver') },
        { id: 'b', label: 'Delete', tone: 'danger', onSelect: () => chosen('delete') },
      ]}
    />
  ));
  const button = await screen.findByRole('button', { name: 'Actions for order 7' });

  await user.click(button);
  expect(document.activeElement?.textContent).toBe('Deliver');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');

  expect(chosen.mock.calls).toEqual([['delete']]);
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('the choices of a multi-select are found without accents, and cleared together', async () => {
  const { user } = renderPiece(() => {
    const [value, setValue] = useState<string[]>([]);
    const choices = [
      { value: '1', label: 'Élan TV' },
      { value: '2', label: 'Netflix' },
    ];
    return <MultiSelect label="Product" choices={choices} value={value} onChange={setValue} searchable />;
  });

  await user.click(await screen.findByRole('button', { name: /^Product/ }));
  await user.type(screen.getByRole('searchbox', { name: 'Search in Product' }), 'elan');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: 'Élan TV' }));
  expect(screen.getByRole('button', { name: 'Product: Élan TV' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear Product' }));
  expect(screen.getByRole('button', { name: 'Product' })).toBeTruthy();
});

test('the focus of a confirmation begins on Cancel, and Escape cancels', async () => {
  const confirm = vi.fn<() => void>();
  const { user } = renderPiece(() => {
    const [open, setOpen] = useState(true);
    return (
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
        title="Delete it?"
        confirmLabel="Delete"
        tone="danger"
      />
    );
  });

  const question = await screen.findByRole('alertdialog', { name: 'Delete it?' });
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(confirm).toHaveBeenCalledTimes(1);
  fireEvent(question, new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('S4-21 a message is announced politely and can be dismissed', async () => {
  const { user } = renderPiece(() => <Toaster />);
  toast({ tone: 'success', title: 'Saved', description: 'It will be sent.' });

  const message = await screen.findByText('Saved');
  expect(message.closest('[aria-live=polite]')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Saved')).toBeNull();
});

test('a list keeps its state in the URL: only values that are not the default; a new filter starts at page 1', async () => {
  const { user, search } = renderPiece(() => {
    const { state, set, clear, countActive } = useListState({ page: 1, search: '', status: [] });
    return (
      <>
        <p>{JSON.stringify(state)}</p>
        <p>active {countActive('search', 'status')}</p>
        <button type="button" onClick={() => set({ status: ['new', 'open'] })}>
          filter
        </button>
        <button type="button" onClick={() => set({ page: 3 })}>
          turn
        </button>
        <button type="button" onClick={() => clear('status')}>
          clear
        </button>
      </>
    );
  }, '/?page=2&search=gift');

  expect(await screen.findByText('{"page":2,"search":"gift","status":[]}')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'filter' }));
  expect(search()).toEqual({ search: 'gift', status: 'new,open' });
  expect(screen.getByText('active 2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'turn' }));
  expect(search()).toEqual({ search: 'gift', status: 'new,open', page: '3' });
  await user.click(screen.getByRole('button', { name: 'clear' }));
  expect(search()).toEqual({ search: 'gift' });
});

test('a broken page number in the URL counts as the first page', async () => {
  renderPiece(() => <p>{useListState({ page: 1 }).state.page}</p>, '/?page=-7x');

  expect(await screen.findByText('1')).toBeTruthy();
});
