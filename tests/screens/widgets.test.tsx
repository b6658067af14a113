import { i18n } from '@lingui/core';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FileDrop } from '../../src/client/forms/file-drop.tsx';
import { ChoiceField } from '../../src/client/ui/choice-field.tsx';
import { DateRange } from '../../src/client/ui/date-range.tsx';
import { daysOf } from '../../src/client/ui/date-range-days.ts';
import { TextAreaField, TextField } from '../../src/client/ui/fields.tsx';
import { MultiSelect } from '../../src/client/ui/multi-select.tsx';
import { IconButton } from '../../src/client/ui/icon-button.tsx';
import { Tooltips } from '../../src/client/ui/tooltips.tsx';
import { renderPiece } from '../support/show-piece.tsx';

/** Loads the code that an opened widget loads, so that no test waits for it. */
beforeAll(() =>
  Promise.all([import('../../src/client/ui/date-range-calendar.tsx'), import('../../src/client/ui/choice-list.tsx')]),
);

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

/** Shows the pieces in Arabic, from right to left. */
function inArabic() {
  i18n.load('ar', {});
  i18n.activate('ar');
  document.documentElement.dir = 'rtl';
}

/** A range of days with its value as text under it. */
function Range({ from = '', to = '' }) {
  const [value, setValue] = useState({ from, to });
  return (
    <>
      <DateRange label="Date" value={value} onChange={setValue} />
      <output>{`${value.from}/${value.to}`}</output>
    </>
  );
}

const day = (name: RegExp) => screen.findByLabelText(name);
const shownValue = () => screen.getByRole('status').textContent;

test('S2K-03 a range of days is chosen in the calendar, by its first and its last day', async () => {
  const { user } = renderPiece(() => <Range from="2026-10-05" />);
  await user.click(await screen.findByRole('button', { name: 'Date: from 5 Oct' }));

  await user.click(await day(/October 7, 2026/));
  await user.click(await day(/October 9, 2026/));

  expect(shownValue()).toBe('2026-10-07/2026-10-09');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Date: 7.*9 Oct$/ }));
});

test('S2K-03 a preset chooses its days, and a typed day leaves the other end open', async () => {
  const { user } = renderPiece(() => <Range />);
  await user.click(await screen.findByRole('button', { name: 'Date' }));
  await user.click(screen.getByRole('button', { name: 'Last 7 days' }));
  const { from, to } = daysOf('week');
  expect(shownValue()).toBe(`${from}/${to}`);

  await user.click(screen.getByRole('button', { name: 'Date: Last 7 days' }));
  await user.click(screen.getByRole('button', { name: 'All days' }));
  await user.click(screen.getByRole('button', { name: 'Date' }));
  await user.type(screen.getByLabelText('To date'), '2026-10-02');

  expect(shownValue()).toBe('/2026-10-02');
});

test('S9-17 a range of days has the presets today, yesterday, last 7 days, this week, month and year, and all days', async () => {
  const { user } = renderPiece(() => <Range from="2026-10-05" />);
  await user.click(await screen.findByRole('button', { name: 'Date: from 5 Oct' }));
  const names = within(screen.getByRole('group', { name: 'Periods' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  // A Sunday, so that the week is longer than the day.
  const sunday = new Date(2026, 10, 22, 9).getTime();

  expect(names).toEqual([
    'Today',
    'Yesterday',
    'Last 7 days',
    'This week',
    'Last 30 days',
    'This month',
    'This year',
    'All days',
  ]);
  expect(daysOf('today', sunday)).toEqual({ from: '2026-11-22', to: '2026-11-22' });
  expect(daysOf('yesterday', sunday)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(daysOf('week', sunday)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(daysOf('calendarWeek', sunday)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(daysOf('calendarWeek', sunday + 86_400_000)).toEqual({ from: '2026-11-23', to: '2026-11-23' });
  expect(daysOf('calendarMonth', sunday)).toEqual({ from: '2026-11-01', to: '2026-11-22' });
  expect(daysOf('year', sunday)).toEqual({ from: '2026-01-01', to: '2026-11-22' });
  await user.click(screen.getByRole('button', { name: 'All days' }));
  expect(shownValue()).toBe('/');
});

test('S1-12 in Arabic the left arrow key goes to the next day of the calendar', async () => {
  inArabic();
  const { user } = renderPiece(() => <Range from="2026-10-07" to="2026-10-07" />);
  await user.click(await screen.findByRole('button', { name: /Date/ }));
  const first = await day(/^\D*7 \D*2026$/);
  expect(first.closest('[dir]')?.getAttribute('dir')).toBe('rtl');

  first.focus();
  // After the first day the focus goes to the next one.
  await user.keyboard('{Enter}{ArrowLeft}{Enter}');

  expect(shownValue()).toBe('2026-10-07/2026-10-09');
});

const products = ['أحمد', 'إبراهيم', 'Élan TV', 'Netflix'].map((label, at) => ({ value: String(at + 1), label }));

/** The filter of products with its value as text under it. */
function Products() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <>
      <MultiSelect label="Product" choices={products} value={value} onChange={setValue} searchable />
      <output>{value.join()}</output>
    </>
  );
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent);

test('C-41 S2K-02 long choices are found without accents and Arabic letter forms, and chosen with the keyboard', async () => {
  const { user } = renderPiece(() => <Products />);
  await user.click(await screen.findByRole('button', { name: 'Product' }));
  const search = await screen.findByRole('combobox', { name: 'Search in Product' });

  await user.type(search, 'ابراهيم');
  expect(options()).toEqual(['إبراهيم']);
  await user.keyboard('{Enter}');
  await user.clear(search);
  await user.type(search, 'elan');
  expect(options()).toEqual(['Élan TV']);
  await user.keyboard('{Enter}');
  await user.clear(search);
  await user.click(await screen.findByRole('option', { name: 'Netflix' }));

  expect(shownValue()).toBe('2,3,4');
  await user.click(await screen.findByRole('option', { name: 'إبراهيم' }));
  expect(shownValue()).toBe('3,4');
  await user.keyboard('{Escape}');
  const button = screen.getByRole('button', { name: /^Product: Élan TV.*Netflix$/ });
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Clear Product' }));
  expect(shownValue()).toBe('');
});

test('S2H-04 one of many choices is chosen in a field, and its empty choice takes it away', async () => {
  inArabic();
  const { user } = renderPiece(() => {
    const [value, setValue] = useState('');
    return <ChoiceField label="Parent" placeholder="No parent" choices={products} value={value} onChange={setValue} />;
  });
  const field = await screen.findByRole('combobox', { name: 'Parent' });
  expect(field.textContent).toBe('No parent');

  await user.click(field);
  await user.type(await screen.findByLabelText('Search in Parent'), 'احمد{Enter}');
  expect(field.textContent).toBe('أحمد');
  expect(document.activeElement).toBe(field);

  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'No parent' }));
  expect(field.textContent).toBe('No parent');
});

test('OF-35 the name of a button with an icon only is shown for the keyboard and under the mouse', async () => {
  const { user } = renderPiece(() => (
    <>
      <IconButton label="Deliver order 7">D</IconButton>
      <Tooltips />
    </>
  ));
  const button = await screen.findByRole('button', { name: 'Deliver order 7' });

  await user.tab();
  expect(document.activeElement).toBe(button);
  expect(await screen.findByText('Deliver order 7')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Deliver order 7')).toBeNull();

  await user.hover(button);
  expect(button.title).toBe('');
  expect(await screen.findByText('Deliver order 7')).toBeTruthy();
  await user.unhover(button);
  await user.hover(document.body);
  expect(screen.queryByText('Deliver order 7')).toBeNull();
  expect(button.title).toBe('Deliver order 7');
});

test('a file is taken where it is dropped, and a file dropped beside the area does not open instead of the page', async () => {
  const taken = vi.fn<(files: Iterable<File>) => void>();
  renderPiece(() => <FileDrop onFiles={taken}>Proof</FileDrop>);
  const area = await screen.findByText('Proof');
  const file = new File(['x'], 'proof.png', { type: 'image/png' });
  const dataTransfer = { types: ['Files'], files: [file] };

  fireEvent.dragOver(area, { dataTransfer });
  expect(await screen.findByText('Drop the file here')).toBeTruthy();
  fireEvent.drop(area, { dataTransfer });
  expect(taken.mock.calls).toEqual([[[file]]]);
  expect(screen.queryByText('Drop the file here')).toBeNull();

  // False: the browser's own reaction is prevented.
  expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
  expect(taken).toHaveBeenCalledTimes(1);
});

test('S1-12 an empty field has the direction of the page, and a filled one that of its text', async () => {
  const { user } = renderPiece(() => {
    const [text, setText] = useState('');
    return (
      <>
        <TextField label="Line" value={text} onChange={setText} />
        <TextAreaField label="Lines" value={text} onChange={setText} />
      </>
    );
  });
  const line = await screen.findByLabelText('Line');
  const directions = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('dir'));
  expect(directions()).toEqual([null, null]);

  await user.type(line, 'مرحبا');
  expect(directions()).toEqual(['auto', 'auto']);

  await user.clear(line);
  expect(directions()).toEqual([null, null]);
});
