import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from '../../src/client/ui/confirm-dialog.tsx';
import { DataTable } from '../../src/client/ui/data-table.tsx';
import { TextField } from '../../src/client/ui/fields.tsx';
import { PinField } from '../../src/client/ui/pin-field.tsx';
import { RowMenu } from '../../src/client/ui/row-menu.tsx';
import { SearchBox } from '../../src/client/ui/search-box.tsx';
import { SheetDialog } from '../../src/client/ui/sheet-dialog.tsx';
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
        { id: 'name', header: 'Name', cell: (row) => row.name, cardSlot: 'lead' },
        {
          id: 'do',
          header: 'Actions',
          cell: () => (
            <button type="button" onClick={press}>
              Act
            </button>
          ),
          cardSlot: 'actions',
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

test('a search runs only on Enter and on its button; “Clear search” empties the search', async () => {
  const search = vi.fn<(text: string) => void>();
  const { user } = renderPiece(() => <SearchBox value="" onSearch={search} label="Search orders" />);
  const box = await screen.findByRole('searchbox', { name: 'Search orders' });

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

test('an error takes the place of the hint of its field, and help stays beside it', async () => {
  const { user } = renderPiece(() => {
    const [error, setError] = useState<string | null>(null);
    return (
      <>
        <PinField label="PIN" value="" onChange={() => undefined} hint="Four digits" help="Set a PIN" error={error} />
        <button type="button" onClick={() => setError('Invalid PIN')}>
          Send
        </button>
      </>
    );
  });
  const describedBy = () =>
    (screen.getByLabelText('PIN').getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);

  await screen.findByText('Four digits');
  expect(describedBy()).toEqual(['Four digits', 'Set a PIN']);
  await user.click(screen.getByRole('button', { name: 'Send' }));

  expect(screen.queryByText('Four digits')).toBeNull();
  expect(describedBy()).toEqual(['Invalid PIN', 'Set a PIN']);
});

test('OF-35 the first focus of a dialog is on its title, and on the first field of its form once that is loaded', async () => {
  const { user } = renderPiece(() => {
    const [isLoaded, setLoaded] = useState(false);
    return (
      <>
        <SheetDialog open onClose={() => undefined} title="New user">
          {isLoaded ? (
            <form>
              <TextField label="Name" />
            </form>
          ) : null}
        </SheetDialog>
        <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setLoaded(true)}>
          Load
        </button>
      </>
    );
  });

  const title = await screen.findByRole('heading', { name: 'New user' });
  expect(document.activeElement).toBe(title);
  await user.click(screen.getByText('Load'));

  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
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
