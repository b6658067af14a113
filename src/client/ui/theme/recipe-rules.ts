import type { EmotionCache } from '@emotion/react';

/** How Chakra writes the rules of a recipe: in a layer, so that all style props override them. */
const layer = '@layer recipes{';

/** Raises the specificity of a rule above that of any recipe: there is no element with this id. */
const raised = ':not(#\\#)';

/**
 * Writes the rules of recipes without their layer, and those of style props with a higher specificity instead. In a style
 * sheet with layers Chromium takes each new `@media` or `@layer` rule for a change of fonts, and lays out the whole page
 * again: 10 ms for 3,000 elements. In one without, such a rule still makes it match all rules of the sheet again, so each
 * has a style sheet of its own. A plain rule changes only the elements that it matches. Outside of a build Emotion writes
 * each rule into a text of its own, and the rules stay as they are.
 */
export function writeWithoutLayers({ sheet, key }: EmotionCache): void {
  if (!sheet.isSpeedy) return;
  const insert = sheet.insert.bind(sheet);
  const ownClass = new RegExp(`\\.${key}-\\w+`, 'g');
  const write = (rule: string) => (rule.startsWith('@') ? insertAlone(rule) : insert(rule));
  sheet.insert = (rule) => {
    if (rule.startsWith(layer)) for (const inner of rulesIn(rule.slice(layer.length, -1))) write(inner);
    else write(rule.replace(ownClass, `$&${raised}`));
  };
}

/** Adds a rule in an element that is empty, as the policy of the page wants it. */
function insertAlone(rule: string): void {
  const style = document.createElement('style');
  style.append('');
  document.head.append(style);
  try {
    style.sheet!.insertRule(rule);
  } catch {
    // A browser that does not know a rule leaves it out, as it does in a file.
  }
}

/** Splits a text of rules, which contains no comments, at the end of each outermost block. */
function rulesIn(text: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] !== '}' || --depth > 0) continue;
    rules.push(text.slice(start, at + 1));
    start = at + 1;
  }
  return rules;
}
