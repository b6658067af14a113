import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ArticleBody } from '../../src/client/ui/article-body.tsx';
import { attacks } from '../support/attacks.ts';
import { renderPiece } from '../support/show-piece.tsx';

/** Shows a text in Markdown; returns the element around it. */
async function show(body: string, locale = 'en', topLevel: 2 | 3 = 2): Promise<HTMLElement> {
  renderPiece(() => (
    <article>
      <ArticleBody body={body} locale={locale} topLevel={topLevel} />
    </article>
  ));
  return screen.findByRole('article');
}

const text = `# Top

## Second

A **bold** word, \`code\`, [a page](/user/tickets/create?type=billing#form), [a site](https://shop.example/x)
and [a mail](mailto:help@shop.example).

1. one
2. two
   - inner

> A quote

| Name | Price |
|---|---|
| Card | 10 € |

\`\`\`
4111 1111
\`\`\`
`;

test('S1-08 an article has headings from the second level on, lists, links, code, quotes and tables', async () => {
  const article = await show(text);

  const headings = [...article.querySelectorAll('h1, h2, h3')].map(({ tagName, id }) => `${tagName}${id}`);
  expect(headings).toEqual(['H2', 'H2']);
  expect(article.querySelectorAll('ol > li')).toHaveLength(2);
  expect(article.querySelector('ol ul > li')?.textContent).toBe('inner');
  expect(article.querySelector('blockquote')?.textContent).toContain('A quote');
  expect(article.querySelector('td:last-of-type')?.textContent).toBe('10 €');
  expect(article.querySelector('pre code')?.textContent).toBe('4111 1111');
  expect(article.querySelector('strong')?.textContent).toBe('bold');
  const links = [...article.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target, link.rel]);
  expect(links).toEqual([
    ['/user/tickets/create?type=billing#form', '', ''],
    ['https://shop.example/x', '_blank', 'noopener noreferrer'],
    ['mailto:help@shop.example', '_blank', 'noopener noreferrer'],
  ]);
});

test('a text in Arabic has its language and its direction on a page in English, and headings under a section', async () => {
  const article = await show('# عنوان\n\nنص', 'ar', 3);

  const body = article.querySelector('[lang=ar]')!;
  expect(body.getAttribute('dir')).toBe('rtl');
  expect(body.querySelector('h3')?.textContent).toBe('عنوان');
});

test.each([
  ['javascript:alert(1)'],
  ['JaVaScRiPt:alert(1)'],
  ['&#106;avascript:alert(1)'],
  ['data:text/html,<script>alert(1)</script>'],
  ['vbscript:x'],
  ['blob:https://shop.example/1'],
  ['http://shop.example'],
  ['//other.example/x'],
  ['/\\other.example/x'],
  ['/api/auth/logout'],
  ['tel:123'],
  ['orders'],
])('a link to %s is shown as its words', async (address) => {
  const article = await show(`[words](<${address}>) and [others][1]\n\n[1]: <${address}>`);

  expect(article.querySelector('a')).toBeNull();
  expect(article.textContent).toContain('words');
});

test('S1-08 HTML, scripts and pictures in an article are shown as text, and no attribute of them is kept', async () => {
  const pictures = '![a card](https://other.example/a.png) ![b](data:image/png;base64,xx) ![c](/api/files/1)';
  const article = await show([pictures, ...attacks('https://canary.test')].join('\n\n'));

  expect(article.textContent).toContain('a card');
  expect(article.textContent).toContain('<script>');
  const found = [...article.querySelectorAll('*')];
  const allowed =
    /^(div|p|a|code|pre|ul|ol|li|table|thead|tbody|tr|th|td|blockquote|h[2-4]|em|strong|del|hr|br|mark)$/i;
  expect(found.map(({ tagName }) => tagName).filter((name) => !allowed.test(name))).toEqual([]);
  const attributes = found.flatMap((element) => element.getAttributeNames());
  expect(attributes.filter((name) => /^on|^src|^style|^srcdoc|^id$/.test(name))).toEqual([]);
  const targets = [...article.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  expect(targets.filter((href) => !/^(https:|mailto:|\/)/.test(href))).toEqual([]);
});
