import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** The props of an element, or the recipe of a part, as they stand in the sources, without what is known at run time only. */
export interface StylesInSources {
  elements: Record<string, unknown>[];
  recipes: object[];
}

interface SourceNode {
  type: string;
  [field: string]: unknown;
}

/** Reads the props of all elements and the recipes of all parts (`chakra('div', { … })`) in a folder of sources. */
export function stylesInSources(folder: string): StylesInSources {
  const found: StylesInSources = { elements: [], recipes: [] };
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  for (const file of files) {
    collect(parseAst(readFileSync(join(folder, file), 'utf8'), { lang: 'tsx' }) as unknown as SourceNode, found);
  }
  return found;
}

function collect(node: SourceNode, found: StylesInSources): void {
  if (node.type === 'JSXOpeningElement') found.elements.push(propsOf(node.attributes as SourceNode[]));
  if (node.type === 'CallExpression') found.recipes.push(...recipesOf(node));
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) collect(child, found);
  }
}

function recipesOf({ callee, arguments: given }: SourceNode): object[] {
  const [, recipe] = given as SourceNode[];
  const isRecipe = (callee as SourceNode).name === 'chakra' && recipe?.type === 'ObjectExpression';
  return isRecipe ? [valueOf(recipe) as object] : [];
}

const isNode = (value: unknown): value is SourceNode =>
  typeof value === 'object' && value !== null && typeof (value as SourceNode).type === 'string';

function propsOf(attributes: readonly SourceNode[]): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const { type, name, value } of attributes) {
    if (type !== 'JSXAttribute') continue;
    const known = value === null ? true : valueOf(value as SourceNode);
    if (known !== undefined) props[(name as SourceNode).name as string] = known;
  }
  return props;
}

/** The value of an expression without variables; undefined for another one, and for a part of an object that is one. */
function valueOf(node: SourceNode): unknown {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'TSAsExpression' || node.type === 'JSXExpressionContainer')
    return valueOf(node.expression as SourceNode);
  if (node.type === 'UnaryExpression' && node.operator === '-') return -Number(valueOf(node.argument as SourceNode));
  if (node.type !== 'ObjectExpression') return undefined;
  const entries = (node.properties as SourceNode[]).flatMap(({ type, key, value, computed }) => {
    const known = type === 'Property' && !computed ? valueOf(value as SourceNode) : undefined;
    return known === undefined ? [] : [[nameOf(key as SourceNode), known]];
  });
  return Object.fromEntries(entries);
}

const nameOf = ({ name, value }: SourceNode): string => String(name ?? value);
