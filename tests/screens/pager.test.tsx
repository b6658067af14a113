import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Pager, pagesShown } from '../../src/client/ui/pager.tsx';
import { renderPiece } from '../support/show-piece.tsx';

test('a pager shows the first row, the last row and the total; without a total it goes on after a full page', async () => {
  const turn = vi.fn<(page: number) => void>();
  const { user } = renderPiece(() => (
    <>
      <Pager page={2} perPage={10} shown={10} total={1234} onPage={turn} />
      <Pager page={3} perPage={10} shown={4} onPage={turn} />
    </>
  ));

  expect(await screen.findByText('Showing 11–20 of 1,234')).toBeTruthy();
  expect(screen.getByText('Showing 21–24')).toBeTruthy();
  const [next, last] = screen.getAllByRole('button', { name: 'Next page' });
  expect((last as HTMLButtonElement).disabled).toBe(true);
  await user.click(next!);
  await user.click(screen.getAllByRole('button', { name: 'Previous page' })[0]!);
  expect(turn.mock.calls).toEqual([[3], [1]]);
});

test.each([
  [1, 1, [1]],
  [1, 22, [1, 2, 3, 0, 22]],
  [4, 22, [1, 2, 3, 4, 5, 0, 22]],
  [11, 22, [1, 0, 10, 11, 12, 0, 22]],
  [22, 22, [1, 0, 20, 21, 22]],
  [2, 4, [1, 2, 3, 4]],
])('on page %i of %i a pager offers the pages %j; 0 stands for those left out', (page, count, pages) => {
  expect(pagesShown(page, count)).toEqual(pages);
});

test('a pager opens a page by its number; with one page it is only the sentence', async () => {
  const turn = vi.fn<(page: number) => void>();
  const { user } = renderPiece(() => (
    <>
      <Pager page={2} perPage={10} shown={10} total={220} onPage={turn} />
      <Pager page={1} perPage={10} shown={7} total={7} onPage={turn} perPageChoices={[10, 20]} onPerPage={turn} />
    </>
  ));

  await user.click(await screen.findByRole('button', { name: 'Page 22' }));

  expect(turn.mock.calls).toEqual([[22]]);
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('2');
  const [, short] = screen.getAllByRole('navigation', { name: 'Pages' });
  expect(short!.textContent).toBe('Showing 1–7 of 7');
});

test('the pager of a table says whether its rows are compact, and switches', async () => {
  const toggle = vi.fn<() => void>();
  const { user } = renderPiece(() => (
    <Pager page={1} perPage={10} shown={7} total={7} onPage={() => undefined} density={{ isCompact: true, toggle }} />
  ));

  await user.click(await screen.findByRole('button', { name: 'Compact rows', pressed: true }));

  expect(toggle).toHaveBeenCalledTimes(1);
});
