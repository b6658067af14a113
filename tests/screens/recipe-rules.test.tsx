import type { EmotionCache } from '@emotion/react';
import { afterEach, expect, test } from 'vitest';
import { writeWithoutLayers } from '../../src/client/ui/theme/recipe-rules.ts';

afterEach(() => document.head.querySelectorAll('style').forEach((style) => style.remove()));

/** Writes rules as Emotion does, and returns those of its style sheet and those with one of their own. */
function write(...rules: string[]): { together: string[]; alone: string[] } {
  const together: string[] = [];
  const sheet = { isSpeedy: true, insert: (rule: string) => together.push(rule) };
  const cache = { key: 'css', sheet } as unknown as EmotionCache;
  writeWithoutLayers(cache);
  for (const rule of rules) cache.sheet.insert(rule);
  const alone = [...document.head.querySelectorAll('style')].flatMap(({ sheet }) =>
    [...sheet!.cssRules].map(({ cssText }) => cssText.replaceAll(/\s+/g, '')),
  );
  return { together, alone };
}

test('the rules of a recipe are written without their layer, each by itself', () => {
  const { together } = write('@layer recipes{.css-a{color:red;}.css-a:is(:hover, [data-hover]){color:blue;}}');

  expect(together).toEqual(['.css-a{color:red;}', '.css-a:is(:hover, [data-hover]){color:blue;}']);
});

test('a style prop has a higher specificity than any rule of a recipe', () => {
  const { together } = write('.css-a{color:red;}', '.dark .css-a:hover,.css-a.css-b svg{color:blue;}');

  expect(together).toEqual([
    '.css-a:not(#\\#){color:red;}',
    '.dark .css-a:not(#\\#):hover,.css-a:not(#\\#).css-b:not(#\\#) svg{color:blue;}',
  ]);
});

test('a rule for some screens has a style sheet of its own, after the plain rules', () => {
  const { together, alone } = write(
    '@layer recipes{.css-a{color:red;}@media (min-width: 10px){.css-a{color:blue;}}.css-a svg{top:0;}}',
    '@media (min-width: 20px){.css-b{color:blue;}}',
  );

  expect(together).toEqual(['.css-a{color:red;}', '.css-a svg{top:0;}']);
  expect(alone).toEqual([
    '@media(min-width:10px){.css-a{color:blue;}}',
    '@media(min-width:20px){.css-b:not(#\\#){color:blue;}}',
  ]);
});
