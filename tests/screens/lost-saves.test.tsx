import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { anArticle, articlePages, openArticles } from '../support/article-pages.tsx';
import { categoryPages, openCategories, savedOf, savesOf } from '../support/category-pages.tsx';
import { createKeyedServer } from '../support/keyed-server.ts';
import { aCategory, toastTexts, visit } from '../support/storefront.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const offline = 'You are offline, or the server cannot be reached.';
const undecided = 'It is not known yet whether the last save has arrived, so nothing was sent. Try again in a moment.';

const categoryServer = () =>
  createKeyedServer(
    {
      path: '/api/categories',
      entity: 'categories',
      answer: (saved) => ({ category: savedOf(saved?.id ?? 0, saved ?? {}) }),
      empty: aCategory(0, ''),
    },
    [{ ...aCategory(2, 'Musique', { parent_id: 1, rev: 4 }) }],
  );

type Device = Pick<Awaited<ReturnType<typeof openCategories>>, 'server'>;
type Shop = ReturnType<typeof createKeyedServer>;

/** The connection is back. */
async function reconnect({ server }: Device, shop: Shop): Promise<void> {
  await server.goOnline(shop.script);
  await expect.poll(isOnline).toBe(true);
}

/** Sends the form of a new category, whose request or answer gets lost. */
async function createAndLose(what: 'request' | 'answer') {
  const device = await openCategories('/admin/categories/create');
  const shop = categoryServer();
  device.server.respondWith(shop.script);
  shop.lose(what);
  await device.user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Games');
  await device.user.click(button('Create category'));
  await screen.findByText(offline);
  await reconnect(device, shop);
  await waitFor(() => expect(button('Create category').disabled).toBe(false));
  return { ...device, shop };
}

const titlesIn = ({ records }: Shop) => records.map(({ title }) => title);

test.each(['request', 'answer'] as const)(
  'S2H-04 a category is created once when the %s was lost and the title has changed since',
  async (what) => {
    const { user, server, shop, address } = await createAndLose(what);
    await user.type(field('Title'), ' and more');

    await user.click(button('Create category'));

    await waitFor(() => expect(address()).toBe('/admin/categories'));
    expect(toastTexts()).toEqual(['Category created successfully']);
    expect(titlesIn(shop)).toEqual(['Musique', 'Games and more']);
    const [first] = savesOf(server);
    expect(await shop.script(first!)).not.toMatchObject([200, { category: { title: 'Games' } }]);
    expect(titlesIn(shop)).toEqual(['Musique', 'Games and more']);
  },
);

test('S2H-04 a category is created once also when the form was loaded again after the lost answer', async () => {
  const { server, shop, db } = await createAndLose('answer');
  await waitFor(async () => expect(await db.drafts.get('category.new')).toMatchObject({ value: { title: 'Games' } }));
  cleanup();
  const { user, address } = visit('/admin/categories/create', categoryPages);
  await waitFor(() => expect(field('Title').value).toBe('Games'));
  await user.type(field('Title'), '!');

  await user.click(button('Create category'));

  await waitFor(() => expect(address()).toBe('/admin/categories'));
  expect(titlesIn(shop)).toEqual(['Musique', 'Games!']);
  expect(savesOf(server).at(-1)).toMatchObject({ path: '/api/categories/41', revision: '"1"' });
});

test('S2H-04 while the outcome of a lost save is not known, the form says so and sends no other values', async () => {
  const device = await createAndLose('answer');
  const { user, server, shop, address } = device;
  shop.silence(true);
  await user.type(field('Title'), '!');

  await user.click(button('Create category'));

  expect(await screen.findByText(undecided)).toBeTruthy();
  expect(savesOf(server)).toHaveLength(1);
  shop.silence(false);
  await reconnect(device, shop);
  await waitFor(() => expect(button('Create category').disabled).toBe(false));
  await user.click(button('Create category'));
  await waitFor(() => expect(address()).toBe('/admin/categories'));
  expect(titlesIn(shop)).toEqual(['Musique', 'Games!']);
});

test('S2H-04 the record of a lost save stays known when its change is refused, and when that answer is lost', async () => {
  const device = await createAndLose('answer');
  const { user, shop, address } = device;
  await user.type(field('Title'), '!');
  const { script } = shop;
  device.server.respondWith((asked) =>
    asked.path === '/api/categories/41'
      ? [422, { code: 'INVALID_FIELDS', errors: { title: ['unique'] } }]
      : script(asked),
  );
  await user.click(button('Create category'));
  await screen.findByText('Title is already taken.');
  device.server.respondWith((asked) => (asked.path === '/api/categories/41' ? (script(asked), 'lost') : script(asked)));
  await user.type(field('Title'), '?');
  await user.click(button('Create category'));
  await screen.findByText(offline);
  await reconnect(device, shop);
  await waitFor(() => expect(button('Create category').disabled).toBe(false));
  await user.type(field('Title'), '…');

  await user.click(button('Create category'));

  await waitFor(() => expect(address()).toBe('/admin/categories'));
  expect(titlesIn(shop)).toEqual(['Musique', 'Games!?…']);
});

/** Changes the title of a category, whose answer gets lost. */
async function editAndLose(what: 'request' | 'answer') {
  const device = await openCategories('/admin/categories/2/edit');
  const shop = categoryServer();
  device.server.respondWith(shop.script);
  shop.lose(what);
  await device.user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
  await device.user.click(button('Save'));
  await screen.findByText(offline);
  await reconnect(device, shop);
  await waitFor(() => expect(button('Save').disabled).toBe(false));
  return { ...device, shop };
}

test.each(['request', 'answer'] as const)(
  'S2B-04 an edit whose %s was lost is no conflict with the same admin’s next one',
  async (what) => {
    const { user, shop, address } = await editAndLose(what);
    await user.type(field('Title'), '?');

    await user.click(button('Save'));

    await waitFor(() => expect(address()).toBe('/admin/categories/2'));
    expect(titlesIn(shop)).toEqual(['Musique!?']);
  },
);

test('S2B-04 D-2 after a lost answer, an edit of another admin since is a conflict', async () => {
  const { user, shop, address } = await editAndLose('answer');
  shop.saveElsewhere(2, { title: 'Songs' });
  await user.type(field('Title'), '?');

  await user.click(button('Save'));

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  expect(screen.getByText('Songs')).toBeTruthy();
  expect(titlesIn(shop)).toEqual(['Songs']);
  await user.click(button('Save mine anyway'));
  await waitFor(() => expect(address()).toBe('/admin/categories/2'));
  expect(titlesIn(shop)).toEqual(['Musique!?']);
});

test('S2H-04 D-2 a new category that another admin has changed since is shown beside the form, and not created again', async () => {
  const { user, shop, address } = await createAndLose('answer');
  shop.saveElsewhere(41, { title: 'Jeux' });
  await user.type(field('Title'), '!');
  await user.click(button('Create category'));
  expect(await screen.findByText('Changed by two people')).toBeTruthy();

  await user.click(button('Save mine anyway'));

  await waitFor(() => expect(address()).toBe('/admin/categories'));
  expect(titlesIn(shop)).toEqual(['Musique', 'Games!']);
});

test('S2Q-05 a canned reply is created once when the answer was lost and the text has changed since', async () => {
  const shop = createKeyedServer(
    { path: '/api/articles', entity: 'articles', answer: (article) => ({ article }), empty: anArticle(0) },
    [],
  );
  const { server, user } = await openArticles('/admin/help/create');
  server.respondWith(shop.script);
  await user.click(await screen.findByRole('radio', { name: 'Canned reply' }));
  await user.type(field('Title'), 'Refund');
  await user.type(field('Text'), 'Done');
  shop.lose('answer');
  await user.click(button('Create'));
  await screen.findByText(offline);
  cleanup();
  await reconnect({ server }, shop);
  const next = visit('/admin/help/create', articlePages);
  await waitFor(() => expect(field('Text').value).toBe('Done'));
  await waitFor(() => expect(button('Create').disabled).toBe(false));
  await user.type(field('Text'), '!');

  await user.click(button('Create'));

  await waitFor(() => expect(next.address()).toBe('/admin/help'));
  expect(shop.records).toMatchObject([{ kind: 'reply', texts: { en: { title: 'Refund', body: 'Done!' } } }]);
});
