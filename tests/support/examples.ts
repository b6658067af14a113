import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** What a schema is made of; which of these are there depends on `type`. */
interface Made {
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

const madeOf = (schema: Schema): Made => schema._zod.def as unknown as Made; // zod's own description of itself

const wrappers = ['optional', 'nullable', 'default', 'prefault', 'catch', 'nonoptional', 'readonly'];

/** Values one of which most fields take. */
const usual: readonly unknown[] = [
  'Some words',
  7,
  true,
  'someone',
  'someone@example.test',
  '80412',
  '2026-11-20',
  '0193a1b2-0000-7000-8000-000000000001',
  'https://pictures.example/tea.png',
  {},
];

/** A value the schema takes, with every optional field that can have one; undefined when none is known. */
export function exampleOf(schema: Schema): unknown {
  return [...likely(schema), ...usual].find((value) => schema.safeParse(value).success);
}

function likely(schema: Schema): unknown[] {
  const made = madeOf(schema);
  if (wrappers.includes(made.type)) return likely(made.innerType);
  switch (made.type) {
    case 'object':
      return [Object.fromEntries(Object.entries(made.shape).flatMap(([name, field]) => named(name, exampleOf(field))))];
    case 'array':
      return [[exampleOf(made.element)]];
    case 'union':
      return made.options.flatMap(likely);
    case 'pipe':
      return [...likely(made.in), ...likely(made.out)];
    case 'literal':
      return made.values;
    case 'enum':
      return Object.values(made.entries);
    default:
      return [];
  }
}

const named = (name: string, value: unknown): [string, unknown][] => (value === undefined ? [] : [[name, value]]);

/** Says whether a path (`product_variants.0.title`) names something the schema knows. */
export function hasField(schema: Schema, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  const made = madeOf(schema);
  if (wrappers.includes(made.type)) return hasField(made.innerType, path);
  switch (made.type) {
    case 'object':
      return Object.hasOwn(made.shape, step) && hasField(made.shape[step]!, rest);
    case 'array':
      return /^\d+$/.test(step) && hasField(made.element, rest);
    case 'union':
      return made.options.some((option) => hasField(option, path));
    case 'pipe':
      return hasField(made.in, path) || hasField(made.out, path);
    default:
      return made.type === 'record';
  }
}

/** Every field of a schema that holds no further fields, by its path: `product_variants.0.title`. */
export function fieldsOf(schema: Schema, path: readonly string[] = []): [path: string, field: Schema][] {
  const deeper = partsOf(schema).flatMap(([name, part]) => fieldsOf(part, [...path, name]));
  if (deeper.length > 0 || path.length === 0) return deeper;
  return [[path.join('.'), schema]];
}

/** The named parts of a schema: the fields of an object, the first one of a list. */
function partsOf(schema: Schema): [string, Schema][] {
  const made = madeOf(schema);
  if (wrappers.includes(made.type)) return partsOf(made.innerType);
  switch (made.type) {
    case 'object':
      return Object.entries(made.shape);
    case 'array':
      return partsOf(made.element).length > 0 ? [['0', made.element]] : [];
    case 'union':
      return made.options.flatMap(partsOf);
    case 'pipe':
      return [...partsOf(made.in), ...partsOf(made.out)];
    default:
      return [];
  }
}
