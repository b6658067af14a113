import { parseSync, Visitor } from 'rolldown/utils';

/** A place where a file names the id of a requirement. */
export interface Citation {
  id: string;
  /** Relative to the project. */
  file: string;
  line: number;
  /**
   * The name of the test that proves the requirement; null in a comment, in a document and in a test that never runs.
   */
  test: string | null;
}

type CallExpression = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0];

const id = /(?<![\w=%/-])(?:[A-Z]{1,2}\d?|[A-Z]\d[A-Z])-\d{1,3}(?![\w-])/g;
const testCalls = ['test', 'it', 'describe'];
/** `test.skip(…)` and its like never run, and a test that fails as expected shows that the requirement is not met. */
const withoutProof = new Set(['skip', 'todo', 'fails', 'fixme']);

/** Every id that a file names: in the names of its tests, and anywhere else in its text. */
export function readCitations(file: string, text: string): Citation[] {
  const names = /^tests\/.*\.test\.tsx?$/.test(file) ? readTestNames(file, text) : [];
  return [...text.matchAll(id)].map((match) => ({
    id: match[0],
    file,
    line: text.slice(0, match.index).split('\n').length,
    test: names.find(({ start, end }) => match.index >= start && match.index < end)?.name ?? null,
  }));
}

/** The names that are given to `test`, `it` and `describe`, and to their variants such as `test.each(…)`. */
function readTestNames(file: string, text: string): { name: string; start: number; end: number }[] {
  const names: { name: string; start: number; end: number }[] = [];
  const skipped: { start: number; end: number }[] = [];
  const { program } = parseSync(file, text);
  new Visitor({
    CallExpression(call) {
      const [first] = call.arguments;
      const isText =
        first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
      const { name, variants } = readCallee(call);
      if (!isText || !testCalls.includes(name)) return;
      if (variants.some((variant) => withoutProof.has(variant))) skipped.push(call);
      names.push({ name: text.slice(first.start + 1, first.end - 1), start: first.start, end: first.end });
    },
  }).visit(program);
  return names.filter(({ start }) => !skipped.some((call) => start >= call.start && start < call.end));
}

/** `test` and [`runIf`, `each`] of `test.runIf(…).each(…)(…)`; an empty name when the function has none. */
function readCallee({ callee }: CallExpression): { name: string; variants: string[] } {
  const variants: string[] = [];
  let inner: CallExpression['callee'] = callee;
  for (;;) {
    if (inner.type === 'CallExpression') inner = inner.callee;
    else if (inner.type === 'MemberExpression') {
      if (inner.property.type === 'Identifier') variants.unshift(inner.property.name);
      inner = inner.object;
    } else return { name: inner.type === 'Identifier' ? inner.name : '', variants };
  }
}
