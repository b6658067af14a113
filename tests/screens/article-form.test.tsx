import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  accepting,
  anArticle,
  articlePages,
  changesOf,
  inThree,
  openArticles,
  titles,
} from '../support/article-pages.tsx';
import { toastTexts, visit } from '../support/storefront.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('S2Q-04 a new announcement is sent with its last day, its key and the languages that have a text', async () => {
  const { user, server, address, db } = await openArticles('/admin/help/create');
  await user.click(await screen.findByRole('radio', { name: 'Announcement' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'balance');
  await user.type(screen.getByLabelText('Last day'), '2030-01-31');
  await user.type(field('Title'), 'Closed');
  await user.type(field('Text'), 'We are **closed**.');
  await user.click(screen.getByRole('tab', { name: /^العربية/ }));
  expect([field('Text').dir, field('Text').lang]).toEqual(['rtl', 'ar']);
  await user.type(field('Title'), 'مغلق');
  await user.type(field('Text'), 'نحن مغلقون');
  await user.click(button('Create'));

  await waitFor(() => expect(address()).toBe('/admin/help'));
  const [sent, ...others] = changesOf(server);
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ path: '/api/articles', key: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(sent!.body).toEqual({
    kind: 'announcement',
    topic: 'balance',
    is_active: true,
    until: new Date('2030-01-31T23:59:59.999').toISOString(),
    texts: { en: { title: 'Closed', body: 'We are **closed**.' }, ar: { title: 'مغلق', body: 'نحن مغلقون' } },
  });
  expect(toastTexts()).toEqual(['Announcement created']);
  await waitFor(() => expect(titles()).toContain('Closed'));
  expect(await db.drafts.count()).toBe(0);
});

test('S2Q-04 S5-29 an error in a hidden language opens its tab and has the focus; one language is enough', async () => {
  const { user, server } = await openArticles('/admin/help/create');
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Write a title and a text in at least one language.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Title')));

  await user.type(field('Title'), 'Hello');
  await user.type(field('Text'), 'Hello there');
  await user.click(screen.getByRole('tab', { name: /^Français/ }));
  await user.type(field('Title'), 'Bonjour');
  await user.click(screen.getByRole('tab', { name: /^English/ }));
  await user.click(button('Create'));

  expect(await screen.findByText('Text in French is required.')).toBeTruthy();
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Français, has an error');
  await waitFor(() => expect(document.activeElement).toBe(field('Text')));
  expect(changesOf(server)).toEqual([]);
});

test('S2Q-04 the languages are tabs for the keyboard, and the preview shows the formatted text', async () => {
  const { user } = await openArticles('/admin/help/create');
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), '## First{Enter}{Enter}- one');
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(await preview.findByRole('heading', { name: 'First' })).toBeTruthy();
  expect(preview.getByRole('listitem').textContent).toBe('one');

  screen.getByRole('tab', { name: /^English.*written/ }).focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Français, no text yet');
  expect(field('Text').lang).toBe('fr');
  await user.keyboard('{End}{ArrowRight}');
  expect(field('Text').lang).toBe('en');
});

test('S2Q-05 D-2 a conflict shows both versions; the own one is saved over the version that was shown', async () => {
  const { user, server, address } = await openArticles('/admin/help/1/edit');
  const current = anArticle(1, { texts: inThree('Codes of orders'), rev: 7 });
  server.respondWith((asked) =>
    asked.revision === '"4"' ? [412, { code: 'REVISION_CHANGED', details: { current } }] : accepting(asked),
  );
  await user.clear(await screen.findByRole('textbox', { name: 'Title' }));
  await user.type(field('Title'), 'My codes');
  await user.click(button('Save'));

  expect(await screen.findByText('Changed by two people')).toBeTruthy();
  expect(screen.getByText('Codes of orders')).toBeTruthy();
  expect(screen.getAllByText('My codes').length).toBeGreaterThan(0);
  await user.click(button('Save mine anyway'));

  await waitFor(() => expect(address()).toBe('/admin/help'));
  expect(changesOf(server).map(({ revision }) => revision)).toEqual(['"4"', '"7"']);
  const [first, second] = changesOf(server).map(({ key }) => key);
  expect(first).not.toBe(second);
});

test('S2Q-05 after a lost answer, also after a reload, the same values are sent again with the same key', async () => {
  const { user, server } = await openArticles('/admin/help/create');
  server.respondWith(() => 'lost');
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Hello');
  await user.type(field('Text'), 'Hello there');
  await user.click(button('Create'));
  await screen.findByText('You are offline, or the server cannot be reached.');
  cleanup();
  visit('/admin/help/create', articlePages);
  await waitFor(() => expect(field('Title').value).toBe('Hello'));
  await server.goOnline(accepting);
  await waitFor(() => expect(button('Create').disabled).toBe(false));
  await user.click(button('Create'));

  await waitFor(() => expect(changesOf(server)).toHaveLength(2));
  const [first, second] = changesOf(server);
  expect(second!.key).toBe(first!.key);
});

test('S2Q-05 OF-04 offline the form is readable and says why it cannot be sent; leaving asks and discards the draft', async () => {
  const { user, server, db, address } = await openArticles('/admin/help/1/edit');
  await screen.findByRole('textbox', { name: 'Title' });
  await server.goOffline();
  expect(
    await screen.findByText('You are offline. The form stays on this device; it can be saved when you are connected.'),
  ).toBeTruthy();
  expect(button('Save').disabled).toBe(true);
  await user.type(field('Title'), '!');
  await waitFor(async () =>
    expect(await db.drafts.get('article.1')).toMatchObject({ value: { texts: { en: { title: 'Order codes!' } } } }),
  );

  await user.click(button('Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));

  await waitFor(() => expect(address()).toBe('/admin/help'));
  await waitFor(async () => expect(await db.drafts.count()).toBe(0));
});

test('S2R-07 a canned reply is written with variables, shown with a sample, and refused with an unknown variable', async () => {
  const { user, server, address } = await openArticles('/admin/help/create');
  await user.click(await screen.findByRole('radio', { name: 'Canned reply' }));
  await user.type(field('Title'), 'Your code');
  await user.type(field('Text'), 'Hello ');
  await user.click(screen.getByRole('button', { name: /^{first_name}/ }));
  await user.type(field('Text'), ', **{{order} and {{prenom}');
  expect(field('Text').value).toBe('Hello {first_name}, **{order} and {prenom}');
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  await waitFor(() => expect(preview.getByText(/^Hello/).textContent).toBe('Hello Amina, **#1042 and {prenom}'));
  await user.click(button('Create'));

  expect(await screen.findByText('Text in English: {prenom} is not a variable.')).toBeTruthy();
  expect(changesOf(server)).toEqual([]);
  await user.type(field('Text'), '{Backspace>8/}{{ticket}');
  await user.click(button('Create'));

  await waitFor(() => expect(address()).toBe('/admin/help'));
  expect(changesOf(server)[0]!.body).toMatchObject({
    kind: 'reply',
    texts: { en: { title: 'Your code', body: 'Hello {first_name}, **{order} and {ticket}' } },
  });
  expect(toastTexts()).toEqual(['Canned reply created']);
});
