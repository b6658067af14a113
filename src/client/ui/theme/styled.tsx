import { useChakraContext, type chakra as ChakraFactory, type SystemContext } from '@chakra-ui/react/styled-system';
import isHtmlProp from '@emotion/is-prop-valid';
import { __unsafe_useEmotionCache as useEmotionCache, type EmotionCache } from '@emotion/react';
import { serializeStyles } from '@emotion/serialize';
import { getRegisteredStyles, insertStyles } from '@emotion/utils';
import type { ElementType, ReactElement } from 'react';
import { writeWithoutLayers } from './recipe-rules.ts';

type Props = Record<string, unknown>;
type Recipe = ReturnType<SystemContext['cva']> & { merge: (other: object) => Recipe };

/** What a styled component uses a prop for: its class, or its element. */
type Usage = 'style' | 'element' | 'none';

/** The element and the recipes of a styled component; one that is made of another has the recipes of both. */
interface Definition {
  base: ElementType;
  recipes: readonly object[];
  resolved?: Resolved;
}

/** What is cached for a styled component, by theme and style sheet; made again when either changes. */
interface Resolved {
  system: SystemContext;
  cache: EmotionCache;
  recipe: Recipe;
  usages: Map<string, Usage>;
  /** The classes by the values of all props that they depend on. */
  classes: Map<string, string>;
}

/** The most classes that a styled component keeps; styles with a width in percent, say, differ from row to row. */
const classesMax = 2_000;

/** The style sheets that `writeWithoutLayers` has changed. */
const preparedCaches = new WeakSet<EmotionCache>();

/** The definitions of all styled components. */
const definitions = new WeakMap<object, Definition>();

const parts = new Map<string, ElementType>();

/**
 * Chakra's factory of elements with styles, with the same classes (`tests/screens/styled.test.tsx`) but without
 * `asChild`. Chakra's own makes its recipe again in every render of every element, looks up earlier styles by sorting and
 * joining all their properties, and renders two components beside each element: that took most of the time of showing a
 * list. This one works out a class once for all elements of a part with the same props.
 */
export const chakra = new Proxy(createPart, {
  get(_, tag: string) {
    const part = parts.get(tag) ?? createPart(tag as ElementType);
    parts.set(tag, part);
    return part;
  },
}) as unknown as typeof ChakraFactory;

export const Box = chakra.div;

/** A column. */
export const Stack = withDefaultStyles('div', { display: 'flex', flexDirection: 'column' });
/** A row whose items are centred. */
export const HStack = withDefaultStyles('div', { display: 'flex', alignItems: 'center' });
/** A row that wraps. */
export const Wrap = withDefaultStyles('div', { display: 'flex', flexWrap: 'wrap' });
/** A paragraph of less important text. */
export const Muted = withDefaultStyles('p', { color: 'fg.muted' });
/** Less important words in a line. */
export const MutedSpan = withDefaultStyles('span', { color: 'fg.muted' });

/** Makes a styled component with default style props; a recipe would add a second CSS rule. */
function withDefaultStyles<Tag extends 'div' | 'p' | 'span'>(tag: Tag, styles: Props): (typeof ChakraFactory)[Tag] {
  return createPart(tag, {}, { defaultProps: styles }) as unknown as (typeof ChakraFactory)[Tag];
}

function createPart(
  tag: ElementType,
  recipe: object = {},
  { defaultProps }: { defaultProps?: Props } = {},
): ElementType {
  const inner = typeof tag === 'string' ? undefined : definitions.get(tag);
  const definition: Definition = { base: inner?.base ?? tag, recipes: [...(inner?.recipes ?? []), recipe] };
  const Part = (given: Props): ReactElement => {
    const resolved = resolve(definition, useChakraContext(), useEmotionCache()!);
    return render(definition.base, defaultProps ? withDefaults(given, defaultProps) : given, resolved);
  };
  Part.displayName = `chakra(${typeof definition.base === 'string' ? definition.base : 'component'})`;
  definitions.set(Part, definition);
  return Part;
}

function withDefaults(given: Props, defaultProps: Props): Props {
  const props = { ...defaultProps };
  for (const name in given) if (given[name] !== undefined) props[name] = given[name];
  return props;
}

/** Returns what is cached for a styled component with this theme and style sheet. */
function resolve(definition: Definition, system: SystemContext, cache: EmotionCache): Resolved {
  const known = definition.resolved;
  if (known?.system === system && known.cache === cache) return known;
  if (!preparedCaches.has(cache)) {
    preparedCaches.add(cache);
    writeWithoutLayers(cache);
  }
  const [first, ...others] = definition.recipes.map((recipe) => system.cva(recipe) as unknown as Recipe);
  const recipe = others.reduce((merged, other) => merged.merge(other), first!);
  const resolved: Resolved = { system, cache, recipe, usages: new Map(), classes: new Map() };
  definition.resolved = resolved;
  return resolved;
}

function render(base: ElementType, props: Props, resolved: Resolved): ReactElement {
  const Tag = (props.as as ElementType | undefined) ?? base;
  const { passed, styles, key } = sortProps(base, props, resolved);
  const ownClassName = typeof props.className === 'string' ? props.className : '';
  const tagKind = typeof Tag === 'string' ? 'element' : 'component';
  const className = keptClass(`${tagKind}${key}\f${ownClassName}`, resolved, () =>
    addRule(styles, ownClassName, Tag, resolved),
  );
  if (className) passed.className = className;
  return <Tag {...passed} />;
}

/** Separates the props for the element from those for its class, which also make the key of that class. */
function sortProps(base: ElementType, props: Props, resolved: Resolved): { passed: Props; styles: Props; key: string } {
  const passed: Props = {};
  const styles: Props = {};
  let key = '';
  for (const name in props) {
    const value = props[name];
    const usage = value === undefined ? 'none' : usageOf(name, base, resolved);
    if (usage === 'element') passed[name] = value;
    if (usage !== 'style') continue;
    styles[name] = value;
    key += `\n${name}\t${textOf(value)}`;
  }
  return { passed, styles, key };
}

/** Returns what a styled component uses a prop for. */
function usageOf(name: string, base: ElementType, { system, recipe, usages }: Resolved): Usage {
  const known = usages.get(name);
  if (known !== undefined) return known;
  const isStyle = recipe.variantKeys.includes(name as never) || system.isValidProperty(name);
  const usage = isStyle && !ownProps.has(name) ? 'style' : isForElement(name, base) ? 'element' : 'none';
  usages.set(name, usage);
  return usage;
}

/** Props that the styled component itself reads, or refuses. */
const ownProps = new Set(['as', 'className', 'asChild']);

function isForElement(name: string, base: ElementType): boolean {
  if (name === 'asChild') throw new Error('A styled component has no asChild: make one of the other component.');
  if (ownProps.has(name)) return false;
  return name === 'children' || name === 'ref' || typeof base !== 'string' || isHtmlProp(name);
}

function keptClass(key: string, { classes }: Resolved, create: () => string): string {
  const known = classes.get(key);
  if (known !== undefined) return known;
  if (classes.size >= classesMax) classes.clear();
  const created = create();
  classes.set(key, created);
  return created;
}

/** Resolves styles, adds their rule to the style sheet and returns the classes of the element. */
function addRule(
  { css, ...others }: Props,
  className: string,
  tag: ElementType,
  { system, cache, recipe }: Resolved,
): string {
  const variants: Props = { colorPalette: others.colorPalette, orientation: others.orientation };
  const inline: Props = {};
  for (const [name, value] of Object.entries(others)) {
    if (recipe.variantKeys.includes(name as never)) variants[name] = value;
    else inline[name] = value;
  }
  const ownStyles = [css].flat(2).filter(Boolean);
  const rules = [system.css(recipe(variants) as never, ...(ownStyles as never[]), inline as never)] as never[];
  const names = className ? getRegisteredStyles(cache.registered, rules, className).trim() : '';
  const serialized = serializeStyles(rules, cache.registered, {});
  if (!serialized.styles) return names;
  insertStyles(cache, serialized, typeof tag === 'string');
  return `${names} ${cache.key}-${serialized.name}`.trim();
}

const texts = new WeakMap<object, string>();

/** A text that differs for values that give different styles. An object is turned into text once. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? `#${value}` : String(value);
  let text = texts.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    texts.set(value, text);
  }
  return text;
}
