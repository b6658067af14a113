import { css } from '@emotion/react';
import type { SystemContext } from '@chakra-ui/react/styled-system';

type Recipes = SystemContext['cva'];
type Styles = SystemContext['css'];

/** What `system.cva` returns, as far as Chakra's styled parts use it. */
type Recipe = ReturnType<Recipes> & { merge: (other: object) => Recipe };

/** Maximum number of styles and of names kept; styles with a width in percent, say, differ from row to row. */
const keptMax = 2_000;

/**
 * Returns the same system, which keeps what it has worked out. Chakra makes the recipe of each styled part again with
 * every render, and finds earlier styles by sorting and joining all their properties: half the time of drawing a list.
 */
export const cachedSystem = (system: SystemContext): SystemContext => ({
  ...system,
  cva: keepRecipes(system.cva),
  css: keepStyles(system.css),
  isValidProperty: keep((name) => name, system.isValidProperty),
});

/** Makes one recipe for each definition: a part always gives the same object. */
function keepRecipes(create: Recipes): Recipes {
  const known = new WeakMap<object, Recipe>();
  return ((definition: object = {}) => {
    const recipe = known.get(definition) ?? keepMerged(create(definition) as Recipe);
    known.set(definition, recipe);
    return recipe;
  }) as unknown as Recipes;
}

/** Makes one recipe for each other recipe that is merged into this one. */
function keepMerged(recipe: Recipe): Recipe {
  const known = new WeakMap<object, Recipe>();
  const merge = recipe.merge.bind(recipe);
  recipe.merge = (other: object) => {
    const merged = known.get(other) ?? keepMerged(merge(other));
    known.set(other, merged);
    return merged;
  };
  return recipe;
}

/**
 * Keeps the CSS of styles as Emotion inserts it, so that a part that is rendered again gets its class by a lookup.
 * Emotion takes such a result where Chakra passes it on, in place of the object that it would serialize.
 */
function keepStyles(create: Styles): Styles {
  const nameOf = nameStyles();
  return keep(
    (...styles: object[]) => styles.map(nameOf).join(),
    (...styles) => css(create(...styles)),
  ) as unknown as Styles;
}

/** Returns a function that gives equal styles the same number, and an object that it has seen its number at once. */
function nameStyles(): (styles: object | undefined) => number {
  const numbers = new Map<string | undefined, number>();
  const known = new WeakMap<object, number>();
  return (styles = {}) => {
    const found = known.get(styles);
    if (found !== undefined) return found;
    const text = JSON.stringify(styles);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(styles, number);
    return number;
  };
}

/** Keeps the results of a function by the text that `nameOf` makes of its arguments. */
function keep<Args extends unknown[], Result>(nameOf: (...args: Args) => string, call: (...args: Args) => Result) {
  const known = new Map<string, Result>();
  return (...args: Args): Result => {
    const name = nameOf(...args);
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= keptMax) known.clear();
    const result = call(...args);
    known.set(name, result);
    return result;
  };
}
