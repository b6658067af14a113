import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import { Fragment, type ComponentProps, type ReactNode } from 'react';
import { dirOf } from '../text/locales.ts';
import { AppLink } from './app-link.tsx';
import { recipes } from './theme/recipes.ts';
import { chakra } from './theme/styled.tsx';

export interface ArticleBodyProps {
  /** Markdown. */
  body: string;
  /** The language of the text, which also gives its direction. */
  locale: string;
  /** The highest level of a heading in the text. */
  topLevel?: 2 | 3;
}

/**
 * A text in Markdown: headings, lists, links, code, quotes and tables. HTML in it is shown as text, a picture as its
 * description, and a link to anything but a secure page, an e-mail address or a page of the app as its words.
 */
export function ArticleBody({ body, locale, topLevel = 2 }: ArticleBodyProps) {
  return (
    <Article lang={locale} dir={dirOf(locale)}>
      <Markdown options={topLevel === 2 ? underTitle : underSection}>{body}</Markdown>
    </Article>
  );
}

function BodyLink({ href, children }: { href?: string; children?: ReactNode }) {
  const target = href === undefined ? null : targetOf(href);
  if (target === null) return <>{children}</>;
  if (target.kind === 'outside')
    return (
      <OutsideLink href={target.href} target="_blank" rel="noopener noreferrer">
        {children}
      </OutsideLink>
    );
  const { path: to, search, hash } = target;
  return (
    <AppLink to={to} {...(search && { search: search as never })} {...(hash && { hash })}>
      {children}
    </AppLink>
  );
}

type Target =
  | { kind: 'outside'; href: string }
  | { kind: 'page'; path: string; search: Record<string, string> | null; hash: string };

/** Returns where a link leads; null where it must not lead: to other kinds of addresses, and to parts of the server. */
function targetOf(address: string): Target | null {
  const isPath = address.startsWith('/');
  if (!URL.canParse(address, appOrigin)) return null;
  const url = new URL(address, appOrigin);
  if (url.origin !== appOrigin) return !isPath && outsideProtocols.includes(url.protocol) ? outside(url) : null;
  if (!isPath || /^\/api\/|%5c/i.test(url.pathname)) return null;
  const search = url.search ? Object.fromEntries(url.searchParams) : null;
  return { kind: 'page', path: url.pathname, search, hash: url.hash.slice(1) };
}

const outsideProtocols = ['https:', 'mailto:'];

const outside = ({ href }: URL): Target => ({ kind: 'outside', href });

/** Paths of the app have this origin; one that leaves it, such as `//other.test`, leads nowhere. */
const appOrigin = 'https://app.invalid';

/** Returns a heading without the id that the library makes of its text, which could be that of an element of the page. */
const heading = (level: 2 | 3 | 4) => {
  const Tag = `h${level}` as const;
  return ({ children }: { children?: ReactNode }) => <Tag>{children}</Tag>;
};

const [H2, H3, H4] = [heading(2), heading(3), heading(4)];

/** Wide tables scroll by themselves, also by keyboard. */
function BodyTable({ children }: { children?: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an area that scrolls
    <div data-wide="" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

const CodeBlock = ({ children }: ComponentProps<'pre'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an area that scrolls
  <pre tabIndex={0} dir="ltr">
    {children}
  </pre>
);

const optionsWith = (headings: MarkdownToJSX.Overrides): MarkdownToJSX.Options => ({
  disableParsingRawHTML: true,
  disableFrontmatter: true,
  forceBlock: true,
  wrapper: Fragment,
  overrides: {
    ...headings,
    a: BodyLink,
    img: ({ alt }: { alt?: string }) => <>{alt}</>,
    input: ({ checked }: { checked?: boolean }) => <>{checked ? '☑' : '☐'}</>,
    table: BodyTable,
    pre: CodeBlock,
  },
});

const underTitle = optionsWith({ h1: H2, h2: H2, h3: H3, h4: H4, h5: H4, h6: H4 });
const underSection = optionsWith({ h1: H3, h2: H3, h3: H4, h4: H4, h5: H4, h6: H4 });

const OutsideLink = chakra('a', recipes.link);

const Article = chakra('div', {
  base: {
    textStyle: 'message',
    lineHeight: 'tall',
    overflowWrap: 'anywhere',
    textAlign: 'start',
    '& h2': { textStyle: 'md', fontWeight: 'semibold', mb: '2' },
    '& h3': { textStyle: 'section', mb: '1.5' },
    '& h4': { textStyle: 'sm', fontWeight: 'semibold', mb: '1' },
    // Space between siblings only: none above the first part.
    '& * + :is(h2, h3, h4)': { mt: '5' },
    '& * + :is(p, ul, ol, blockquote, pre, [data-wide])': { mt: '3' },
    '& ul': { listStyle: 'disc', ps: '5' },
    '& ol': { listStyle: 'decimal', ps: '6' },
    '& li + li, & li > :is(ul, ol)': { mt: '1.5' },
    '& li::marker': { color: 'fg.subtle' },
    '& strong': { fontWeight: 'semibold' },
    '& blockquote': { ps: '4', borderInlineStartWidth: '3px', borderColor: 'border', color: 'fg.muted' },
    '& code': {
      fontFamily: 'mono',
      fontSize: '0.9em',
      px: '1',
      py: '0.5',
      bg: 'bg.sunken',
      borderRadius: 'xs',
      unicodeBidi: 'isolate',
    },
    '& pre': { p: '3', bg: 'bg.sunken', borderWidth: '1px', borderRadius: 'md', overflowX: 'auto' },
    '& pre code': { p: '0', bg: 'transparent' },
    '& [data-wide]': { overflowX: 'auto' },
    '& th, & td': { px: '3', py: '2', borderWidth: '1px', textAlign: 'start', verticalAlign: 'top' },
    '& th': { textStyle: 'label', bg: 'bg.sunken' },
    '& hr': { my: '5', borderColor: 'border' },
  },
});
