import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accepting, categoryPages, openCategories, savedOf, savesOf } from '../support/category-pages.tsx';
import { toastTexts, visit } from '../support/storefront.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('S2H-01 S2H-04 S7-27 S8-29 the popup creates a category under a parent; the server gets a key', async () => {
  const { user, server, address } = await openCategories();
  server.respondWith(accepting);
  await user.click(await screen.findByRole('button', { name: 'New category' }));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '  Games ');
  expect(address()).toBe('/admin/categories?new=1');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Parent category' }), '1');
  await user.type(field('Description (optional)'), 'Keys');
  await user.click(button('Create category'));

  await waitFor(() => expect(toastTexts()).toEqual(['Category created successfully']));
  await waitFor(() => expect(address()).toBe('/admin/categories'));
  const [sent, ...others] = savesOf(server);
  expect(others).toEqual([]);
  expect(sent!.path).toBe('/api/categories');
  expect(sent!.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent!.body).toMatchObject({ parent_id: 1, description: 'Keys', is_active: true });
  expect(String(sent!.body.title).trim()).toBe('Games');
});

test('S2H-04 S5-29 a blank title is refused on the device; a refusal of the server stands under its field', async () => {
  const { user, server } = await openCategories('/admin/categories?new=1');
  server.respondWith(({ path }) =>
    path === '/api/categories' ? [422, { code: 'INVALID_FIELDS', errors: { parent_id: ['invalid'] } }] : [200, {}],
  );
  await user.click(await screen.findByRole('button', { name: 'Create category' }));
  expect(await screen.findByText('Title is required.')).toBeTruthy();
  expect(savesOf(server)).toEqual([]);

  await user.type(field('Title'), 'Games');
  await user.click(button('Create category'));

  expect(await screen.findByText('Parent category is not valid.')).toBeTruthy();
  expect(screen.queryByText('Title is required.')).toBeNull();
});

test('S2H-04 S2H-05 edit opens the popup, filled in; neither the category nor one below it can be its parent', async () => {
  const { user } = await openCategories();
  await user.click((await screen.findAllByRole('button', { name: 'Edit category Musique' }))[0]!);

  const dialog = await screen.findByRole('dialog', { name: 'Edit category' });
  expect(field('Title').value).toBe('Musique');
  const parent = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Parent category' });
  expect(parent.value).toBe('1');
  expect([...parent.options].map(({ text }) => text.trim())).toEqual([
    'No parent',
    '\u2068Élan\u2069',
    '\u2068Streaming\u2069',
  ]);
});

test('S2B-04 S7-29 a save of the edit page names the version that it changes, and leads to the category', async () => {
  const { user, server, address } = await openCategories('/admin/categories/2/edit');
  server.respondWith(accepting);
  await user.clear(await screen.findByRole('textbox', { name: 'Title' }));
  await user.type(field('Title'), 'Music');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Parent category' }), '');
  await user.click(button('Save'));

  await waitFor(() => expect(address()).toBe('/admin/categories/2'));
  expect(toastTexts()).toEqual(['Category updated successfully']);
  expect(savesOf(server)).toMatchObject([
    { path: '/api/categories/2', revision: '"4"', body: { title: 'Music', parent_id: null } },
  ]);
});

test('S2B-04 D-2 a conflict shows both versions; the own one is saved over the version that was shown', async () => {
  const { user, server, address } = await openCategories('/admin/categories?edit=2');
  const current = { ...savedOf(2, { title: 'Songs', parent_id: 1 }), rev: 7 };
  server.respondWith((asked) =>
    asked.revision === '"4"' ? [412, { code: 'REVISION_CHANGED', details: { current } }] : accepting(asked),
  );
  await user.clear(await screen.findByRole('textbox', { name: 'Title' }));
  await user.type(field('Title'), 'Music');
  await user.click(button('Save'));

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  expect(screen.getByText('Songs')).toBeTruthy();
  expect(screen.getByText('Music')).toBeTruthy();
  await user.click(button('Save mine anyway'));

  await waitFor(() => expect(address()).toBe('/admin/categories'));
  expect(savesOf(server).map(({ revision }) => revision)).toEqual(['"4"', '"7"']);
  const [first, second] = savesOf(server).map(({ key }) => key);
  expect(first).not.toBe(second);
});

/** Edits the title of a category whose description another admin has changed meanwhile. */
async function editTooLate() {
  const page = await openCategories('/admin/categories/2/edit');
  const current = { ...savedOf(2, { title: 'Musique', parent_id: 1, description: 'Songs and albums' }), rev: 7 };
  page.server.respondWith((asked) =>
    asked.revision === '"4"' ? [412, { code: 'REVISION_CHANGED', details: { current } }] : accepting(asked),
  );
  await page.user.clear(await screen.findByRole('textbox', { name: 'Title' }));
  await page.user.type(field('Title'), 'Music');
  await page.user.click(button('Save'));
  await screen.findByText('Changed by two people');
  return page;
}

test('S2B-04 D-2 a field that only the other admin has changed keeps that value', async () => {
  const { user, server, address } = await editTooLate();
  const description = within(screen.getByRole('group', { name: /^Description/ }));
  expect(description.getByRole('button', { name: /Songs and albums/ }).getAttribute('aria-pressed')).toBe('true');
  expect(field('Description (optional)').value).toBe('Songs and albums');
  await user.click(description.getByRole('button', { name: /^Yours/ }));
  expect(field('Description (optional)').value).toBe('');
  await user.click(description.getByRole('button', { name: /Songs and albums/ }));

  await user.click(button('Save this choice'));

  await waitFor(() => expect(address()).toBe('/admin/categories/2'));
  expect(savesOf(server).at(-1)).toMatchObject({
    revision: '"7"',
    body: { title: 'Music', description: 'Songs and albums', parent_id: 1 },
  });
});

test('S2B-04 D-2 a conflict that was not resolved before a reload is shown again, and nothing is saved over it', async () => {
  const { user, server } = await editTooLate();
  cleanup();
  visit('/admin/categories/2/edit', categoryPages);
  await waitFor(() => expect(field('Title').value).toBe('Music'));

  await user.click(button('Save'));

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  expect(savesOf(server).map(({ revision }) => revision)).toEqual(['"4"', '"4"']);
});

test('S2B-04 after a conflict the saved version can be taken over', async () => {
  const { user, server } = await openCategories('/admin/categories?edit=2');
  const current = { ...savedOf(2, { title: 'Songs', parent_id: null }), rev: 7 };
  server.respondWith(({ method }) =>
    method === 'POST' ? [412, { code: 'REVISION_CHANGED', details: { current } }] : [200, { status: 'ok' }],
  );
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
  await user.click(button('Save'));

  await user.click(await screen.findByRole('button', { name: 'Use the saved version' }));

  await waitFor(() => expect(field('Title').value).toBe('Songs'));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Parent category' }).value).toBe('');
  await waitFor(() => expect(screen.queryByText('Changed by two people')).toBeNull());
});

test('S2H-04 after a lost answer, also after a reload, the same values are sent again with the same key', async () => {
  const { user, server } = await openCategories('/admin/categories/create');
  server.respondWith(() => 'lost');
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Games');
  await user.click(button('Create category'));
  await screen.findByText('You are offline, or the server cannot be reached.');
  cleanup();
  visit('/admin/categories/create', categoryPages);
  await waitFor(() => expect(field('Title').value).toBe('Games'));
  await server.goOnline(accepting);
  await waitFor(() => expect(button('Create category').disabled).toBe(false));
  await user.click(button('Create category'));

  await waitFor(() => expect(savesOf(server)).toHaveLength(2));
  const [first, second] = savesOf(server);
  expect(second!.key).toBe(first!.key);
});

test('S2B-03 OF-04 OF-25 offline the form says why it cannot be sent, and its text survives a reload', async () => {
  const { user, server, db } = await openCategories('/admin/categories/create');
  await screen.findByRole('textbox', { name: 'Title' });
  await server.goOffline();
  expect(
    await screen.findByText('You are offline. The form stays on this device; it can be saved when you are connected.'),
  ).toBeTruthy();
  expect(button('Create category').disabled).toBe(true);

  await user.type(field('Title'), 'Games');
  await waitFor(async () => expect(await db.drafts.get('category.new')).toMatchObject({ value: { title: 'Games' } }));
  cleanup();
  visit('/admin/categories/create', categoryPages);
  await waitFor(() => expect(field('Title').value).toBe('Games'));
});

test('a link away from a changed form asks first, and the form can be kept', async () => {
  const { user, address } = await openCategories('/admin/categories/2/edit');
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');

  await user.click(screen.getByRole('link', { name: 'Categories' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));

  expect(field('Title').value).toBe('Musique!');
  expect(address()).toBe('/admin/categories/2/edit');
});

test('a changed popup asks before it closes; a discarded form leaves no draft', async () => {
  const { user, db, address } = await openCategories();
  await user.click((await screen.findAllByRole('button', { name: 'Edit category Musique' }))[0]!);
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(address()).toBe('/admin/categories'));
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('S2A-07 a session that has ended asks nothing: the login opens, and the draft stays', async () => {
  const { db } = await openCategories('/admin/categories');
  cleanup();
  const { user, address, go } = visit('/admin/categories/2/edit', { ...categoryPages, '/auth/login': () => 'Log in' });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
  await waitFor(async () => expect(await db.drafts.count()).toBe(1));

  await go('/auth/login');

  expect(await screen.findByText('Log in')).toBeTruthy();
  expect(address()).toBe('/auth/login');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(await db.drafts.get('category.2')).toMatchObject({ value: { title: 'Musique!' } });
});
