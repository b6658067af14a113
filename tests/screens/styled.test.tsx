import { Button as ChakraButton } from '@chakra-ui/react/button';
import { Spinner as ChakraSpinner } from '@chakra-ui/react/spinner';
import { chakra as chakraOfChakra, createSystem, ChakraProvider, defineConfig } from '@chakra-ui/react/styled-system';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { render } from '@testing-library/react';
import { join } from 'node:path';
import type { ComponentType, ReactElement } from 'react';
import { expect, test } from 'vitest';
import { Button, Spinner } from '../../src/client/ui/button.tsx';
import { recipes } from '../../src/client/ui/theme/recipes.ts';
import { chakra, HStack, Muted, MutedSpan, Stack, Wrap } from '../../src/client/ui/theme/styled.tsx';
import { getSystem } from '../../src/client/ui/theme/system.ts';
import { stylesInSources } from '../support/styles-in-sources.ts';

type Props = Record<string, unknown>;
type Part = ComponentType<Props>;
type Factory = (tag: unknown, recipe?: object, options?: object) => Part;

const factories = [chakra, chakraOfChakra] as unknown as [ours: Factory, chakras: Factory];
const { elements, recipes: ownRecipes } = stylesInSources(join(import.meta.dirname, '../../src/client'));

/** Renders with the app's theme and returns the HTML, in which each class is a hash of the text of its styles. */
function htmlOf(element: ReactElement): string {
  const { container, unmount } = render(<ChakraProvider value={getSystem()}>{element}</ChakraProvider>);
  const html = container.innerHTML;
  unmount();
  return html;
}

/** The HTML of the same parts, made by our factory and by Chakra's. */
const both = (draw: (factory: Factory) => ReactElement): [ours: string, chakras: string] => [
  htmlOf(draw(factories[0])),
  htmlOf(draw(factories[1])),
];

test('the sources have the styles that are compared here', () => {
  expect(elements.length).toBeGreaterThan(2_000);
  expect(ownRecipes.length).toBeGreaterThan(180);
});

test('each element of the app has the same classes and attributes as with Chakra’s factory', () => {
  const isStyle = getSystem().isValidProperty;
  // Chakra keeps the styles of the first element with the same props, in whose order their text is.
  const styled = elements
    .map((props) => Object.entries(props).filter(([name]) => isStyle(name) || name.startsWith('data-')))
    .map((props) => Object.fromEntries(props.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .filter((props) => Object.keys(props).length > 0);
  const [ours, chakras] = both((factory) => {
    const Div = factory('div');
    return (
      <>
        {styled.map((props, place) => (
          <Div key={place} {...props} />
        ))}
      </>
    );
  });
  expect(ours.split('<div').length).toBe(styled.length + 1);
  expect(ours).toBe(chakras);
});

/** All values of each variant, each with the others at their defaults, and no value at all. */
function choicesOf({ variants = {} }: { variants?: Record<string, object> }): Props[] {
  const choices = Object.entries(variants).flatMap(([name, values]) =>
    Object.keys(values).map((value) => ({ [name]: value === 'true' ? true : value === 'false' ? false : value })),
  );
  return [{}, ...choices, { colorPalette: 'red', p: '3' }];
}

test('each recipe has the same classes as with Chakra’s factory, with each variant, and as a part of another part', () => {
  for (const recipe of [...Object.values(recipes), ...ownRecipes]) {
    const choices = choicesOf(recipe as { variants?: Record<string, object> });
    const [ours, chakras] = both((factory) => {
      const Span = factory('span', recipe);
      const Inner = factory(Span, { base: { color: 'fg.muted' }, variants: { isWide: { true: { w: 'full' } } } });
      return (
        <>
          {choices.map((props, place) => (
            <Span key={place} {...props} />
          ))}
          <Inner />
          <Inner isWide id="wide" title="Wide" />
        </>
      );
    });
    expect(ours, `${JSON.stringify(recipe)}`).toBe(chakras);
  }
});

const Named = ({ className, label }: { className?: string; label?: string }) => <em className={className}>{label}</em>;

test.each<[name: string, draw: (factory: Factory) => ReactElement]>([
  [
    'a part shown as another element',
    (factory) => draw(factory('div', { base: { p: '2' } }), { as: 'section', m: '1' }),
  ],
  ['a component with styles', (factory) => draw(factory(Named, { base: { color: 'fg' } }), { label: 'x', mt: '2' })],
  ['a part shown as a component', (factory) => draw(factory('div', { base: { p: '2' } }), { as: Named, label: 'x' })],
  ['classes of others', (factory) => draw(factory('div', { base: { p: '2' } }), { className: ' numbers  wide ' })],
  [
    'a part in a part',
    (factory) => draw(factory('div'), { as: factory('p', { base: { m: '3' } }), color: 'fg.muted' }),
  ],
  ['styles in a list', (factory) => draw(factory('div'), { css: [{ p: '1' }, null, [{ m: '2' }]], color: 'fg' })],
  ['attributes', (factory) => draw(factory('a'), { href: '/x', tabIndex: -1, 'aria-label': 'X', isOpen: true, h: 0 })],
  ['the numbers 0 and 1, and texts of them', (factory) => draw(factory('div'), { flex: 1, opacity: 0, zIndex: '1' })],
  ['defaults', (factory) => draw(factory('p', {}, { defaultProps: { id: 'd', p: '1' } }), { p: undefined, m: '1' })],
])('%s gives the same HTML as with Chakra’s factory', (_, make) => {
  const [ours, chakras] = both(make);
  expect(ours).toBe(chakras);
});

test.each<[name: string, short: unknown, tag: string, shared: Props]>([
  ['Stack', Stack, 'div', { display: 'flex', flexDirection: 'column' }],
  ['HStack', HStack, 'div', { display: 'flex', alignItems: 'center' }],
  ['Wrap', Wrap, 'div', { display: 'flex', flexWrap: 'wrap' }],
  ['Muted', Muted, 'p', { color: 'fg.muted' }],
  ['MutedSpan', MutedSpan, 'span', { color: 'fg.muted' }],
])('%s has the class of an element with its props, and another prop changes it', (_, short, tag, shared) => {
  const [, chakraFactory] = factories;
  for (const props of [{}, { gap: '3', 'aria-label': 'X' }, { alignItems: 'end', color: 'fg', display: 'none' }]) {
    const expected = htmlOf(draw(chakraFactory(tag), { ...shared, ...props }));
    expect(htmlOf(draw(short as Part, props))).toBe(expected);
  }
});

function draw(Tag: Part, props: Props): ReactElement {
  return <Tag {...props} />;
}

/** Chakra's button takes its recipe from the theme. */
const themed = createSystem(defaultBaseConfig, getSystem()._config, defineConfig({ theme: { recipes } }));

test.each(choicesOf(recipes.button as never))('a button with %j has the same styles as Chakra’s', (props) => {
  const { container } = render(
    <ChakraProvider value={themed}>
      <Button {...props}>Save</Button>
      <ChakraButton {...props}>Save</ChakraButton>
      <Spinner />
      <ChakraSpinner />
    </ChakraProvider>,
  );
  const [ours, chakras, spinner, chakraSpinner] = [...container.children].map(({ outerHTML }) => outerHTML);
  expect(ours).toBe(chakras!.replace('class="button ', 'class="'));
  expect(spinner).toBe(chakraSpinner!.replace('class="spinner ', 'class="'));
});

test('the classes of an element follow its props from one render to the next', () => {
  const Div = chakra('div') as unknown as Part;
  const classOf = (props: Props) => /class="([^"]*)"/.exec(htmlOf(<Div {...props} />))?.[1];

  expect(new Set([{ w: '10%' }, { w: '20%' }, { w: 20 }, { maxW: '20%' }].map(classOf)).size).toBe(4);
  expect(classOf({ w: '10%' })).toBe(classOf({ w: '10%' }));
  expect(classOf({ css: { p: '1' } })).not.toBe(classOf({ css: { p: '2' } }));
});
