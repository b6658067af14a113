import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { accepting, anArticle, changesOf, openArticles, shop as articles } from '../support/article-pages.tsx';
import { createKeyedServer } from '../support/keyed-server.ts';
import { toastTexts } from '../support/storefront.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const offline = 'You are offline, or the server cannot be reached.';

type Device = Pick<Awaited<ReturnType<typeof openArticles>>, 'server'>;

/** The connection is back. */
async function reconnect({ server }: Device, { script }: Pick<ReturnType<typeof createKeyedServer>, 'script'>) {
  await server.goOnline(script);
  await expect.poll(isOnline).toBe(true);
}

test.each(['request', 'answer'] as const)(
  'S2Q-05 an article whose %s was lost gets the kind that was chosen since',
  async (what) => {
    const shop = createKeyedServer(
      { path: '/api/articles', entity: 'articles', answer: (article) => ({ article }), empty: anArticle(0) },
      [],
    );
    const { server, user, address } = await openArticles('/admin/help/create');
    server.respondWith(shop.script);
    await user.click(await screen.findByRole('radio', { name: 'Canned reply' }));
    await user.type(field('Title'), 'Holiday');
    await user.type(field('Text'), 'Closed');
    shop.lose(what);
    await user.click(button('Create'));
    await screen.findByText(offline);
    await reconnect({ server }, shop);
    await waitFor(() => expect(button('Create').disabled).toBe(false));
    await user.click(screen.getByRole('radio', { name: 'Announcement' }));

    await user.click(button('Create'));

    await waitFor(() => expect(address()).toBe('/admin/help'));
    expect(toastTexts()).toEqual(['Announcement created']);
    expect(shop.records).toMatchObject([{ kind: 'announcement', texts: { en: { title: 'Holiday' } } }]);
  },
);

/** Publishes the draft “Refunds”, whose request or answer gets lost; the connection is back afterwards. */
async function publishAndLose(what: 'request' | 'answer') {
  const shop = createKeyedServer(
    { path: '/api/articles', entity: 'articles', answer: (article) => ({ article }) },
    articles.map((article) => ({ ...article })),
  );
  const script: typeof shop.script = (asked) => (asked.method === 'GET' ? accepting(asked) : shop.script(asked));
  const device = await openArticles();
  device.server.respondWith(script);
  const published = await screen.findByRole<HTMLInputElement>('switch', { name: 'Refunds is published' });
  shop.lose(what);
  await device.user.click(published);
  await waitFor(() => expect(toastTexts()).toEqual([offline]));
  await reconnect(device, { ...shop, script });
  await waitFor(() => expect([published.disabled, published.checked]).toEqual([false, false]));
  const refunds = () => shop.records.find(({ id }) => id === 3)!;
  return { ...device, shop, published, refunds };
}

test.each(['request', 'answer'] as const)(
  'OF-06 D-2 an article whose publication lost its %s is published once when the switch is pressed again',
  async (what) => {
    const { user, shop, server, published, refunds } = await publishAndLose(what);

    await user.click(published);

    await waitFor(() => expect(toastTexts()).toContain('Published'));
    expect(published.checked).toBe(true);
    expect(refunds()).toMatchObject({ is_active: true, rev: 5 });
    // The first request arrives late.
    void shop.script(changesOf(server)[0]!);
    expect(refunds()).toMatchObject({ rev: 5 });
  },
);

test('OF-06 D-2 after a lost answer, an article that is published by then becomes a draft again', async () => {
  const { db, user, published, refunds } = await publishAndLose('answer');
  await db.articles.put(refunds() as never);
  await waitFor(() => expect(published.checked).toBe(true));

  await user.click(published);

  await waitFor(() => expect(toastTexts()).toContain('Kept as a draft'));
  expect(refunds()).toMatchObject({ is_active: false, rev: 6 });
});

test('D-2 after a lost answer, the switch replaces no text that another admin has saved since', async () => {
  const { user, shop, published, refunds } = await publishAndLose('answer');
  const texts = { en: { title: 'Refunds', body: 'Within a week' } };
  shop.saveElsewhere(3, { texts });

  await user.click(published);

  await waitFor(() => expect(published.disabled).toBe(false));
  expect(refunds()).toMatchObject({ texts, is_active: true });
});
