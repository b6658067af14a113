import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** zod's description of a schema; `type` decides which fields are present. */
interface Definition {
  type: string;
  shape: Record<string, Schema>;
  element: Schema;
  innerType: Schema;
  in: Schema;
  out: Schema;
  options: Schema[];
  values: unknown[];
  entries: Record<string, unknown>;
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

const wrappers = ['optional', 'nullable', 'default', 'prefault', 'catch', 'nonoptional', 'readonly'];

/** Most fields accept one of these values. */
const commonValues: readonly unknown[] = [
  'Some words',
  7,
  true,
  'someone',
  'someone@example.test',
  '80412',
  '2026-11-20',
  '2026-11-20T14:23:00.000Z',
  '0193a1b2-0000-7000-8000-000000000001',
  'https://pictures.example/tea.png',
  500,
  {},
];

/** A value that the schema accepts, with as many optional fields as possible; undefined when none is found. */
export function exampleOf(schema: Schema): unknown {
  return [...candidatesFor(schema), ...commonValues].find((value) => schema.safeParse(value).success);
}

function candidatesFor(schema: Schema): unknown[] {
  const definition = definitionOf(schema);
  if (wrappers.includes(definition.type)) return candidatesFor(definition.innerType);
  switch (definition.type) {
    case 'object':
      return [
        Object.fromEntries(
          Object.entries(definition.shape).flatMap(([name, field]) =>
            entryIfDefined(name, fieldExampleOf(name, field)),
          ),
        ),
      ];
    case 'array':
      return [[exampleOf(definition.element)]];
    case 'union':
      return definition.options.flatMap(candidatesFor);
    case 'pipe':
      return [...candidatesFor(definition.in), ...candidatesFor(definition.out)];
    case 'literal':
      return definition.values;
    case 'enum':
      return Object.values(definition.entries);
    default:
      return [];
  }
}

/** Other texts than `last` are no cursor of a page. */
const fieldExampleOf = (name: string, field: Schema): unknown =>
  name === 'cursor' && field.safeParse('last').success ? 'last' : exampleOf(field);

const entryIfDefined = (name: string, value: unknown): [string, unknown][] =>
  value === undefined ? [] : [[name, value]];

/** Returns whether a path (`product_variants.0.title`) exists in the schema. */
export function hasField(schema: Schema, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  const definition = definitionOf(schema);
  if (wrappers.includes(definition.type)) return hasField(definition.innerType, path);
  switch (definition.type) {
    case 'object':
      return Object.hasOwn(definition.shape, step) && hasField(definition.shape[step]!, rest);
    case 'array':
      return /^\d+$/.test(step) && hasField(definition.element, rest);
    case 'union':
      return definition.options.some((option) => hasField(option, path));
    case 'pipe':
      return hasField(definition.in, path) || hasField(definition.out, path);
    default:
      return definition.type === 'record';
  }
}

/** Every field of a schema that has no fields inside, by its path: `product_variants.0.title`. */
export function fieldsOf(schema: Schema, path: readonly string[] = []): [path: string, field: Schema][] {
  const deeper = partsOf(schema).flatMap(([name, part]) => fieldsOf(part, [...path, name]));
  if (deeper.length > 0 || path.length === 0) return deeper;
  return [[path.join('.'), schema]];
}

/** The named parts of a schema: the fields of an object, the first element of a list. */
function partsOf(schema: Schema): [string, Schema][] {
  const definition = definitionOf(schema);
  if (wrappers.includes(definition.type)) return partsOf(definition.innerType);
  switch (definition.type) {
    case 'object':
      return Object.entries(definition.shape);
    case 'array':
      return partsOf(definition.element).length > 0 ? [['0', definition.element]] : [];
    case 'union':
      return definition.options.flatMap(partsOf);
    case 'pipe':
      return [...partsOf(definition.in), ...partsOf(definition.out)];
    default:
      return [];
  }
}
