/* The rules of OpenAPI 3.1 and JSON Schema 2020-12 that our document uses; anything else counts as a fault. */

type Node = Record<string, unknown>;

/** The faults of a document, as `place: fault`. */
export function faultsOf(document: Node): string[] {
  const faults: string[] = [];
  const fault = (where: string, what: string) => void faults.push(`${where}: ${what}`);
  const checks = new Checks(fault, document);
  checks.document();
  return faults;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const textKeywords = [
  '$ref',
  '$id',
  'title',
  'description',
  'format',
  'pattern',
  'contentMediaType',
  'contentEncoding',
];
const countKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const schemaListKeywords = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const schemaKeywords = ['items', 'additionalProperties', 'propertyNames', 'not', 'contains'];

class Checks {
  private readonly fault: (where: string, what: string) => void;
  private readonly root: Node;

  constructor(fault: (where: string, what: string) => void, root: Node) {
    this.fault = fault;
    this.root = root;
  }

  document(): void {
    const { openapi, info, paths, components, servers } = this.root;
    this.reportUnknownFields(this.root, '', ['openapi', 'info', 'servers', 'paths', 'components', 'security', 'tags']);
    if (!isText(openapi) || !/^3\.1\.\d+$/.test(openapi)) this.fault('openapi', 'is not 3.1');
    if (!isNode(info) || !isText(info.title) || !isText(info.version)) this.fault('info', 'needs title and version');
    if (!Array.isArray(servers) || servers.some((one) => !isText((one as Node).url)))
      this.fault('servers', 'each need a url');
    this.paths(paths as Node);
    for (const [name, schema] of Object.entries((components as Node).schemas as Node)) {
      if (!/^[\w.-]+$/.test(name)) this.fault(name, 'is no valid name');
      this.schema(`schema ${name}`, schema);
    }
    this.securitySchemes((components as Node).securitySchemes as Node);
  }

  private paths(paths: Node): void {
    const ids = new Set<unknown>();
    for (const [path, item] of Object.entries(paths)) {
      if (!path.startsWith('/')) this.fault(path, 'does not begin with a slash');
      for (const [method, operation] of Object.entries(item as Node)) {
        const where = `${method} ${path}`;
        if (!methods.includes(method)) this.fault(where, 'is no method');
        this.operation(where, path, operation as Node);
        const { operationId } = operation as Node;
        if (ids.has(operationId)) this.fault(where, 'has the id of another one');
        ids.add(operationId);
      }
    }
  }

  private securitySchemes(schemes: Node): void {
    for (const [name, scheme] of Object.entries(schemes)) {
      const { type, scheme: how, in: place, name: field } = scheme as Node;
      const isHttp = type === 'http' && isText(how);
      const isKey = type === 'apiKey' && isText(field) && ['query', 'header', 'cookie'].includes(String(place));
      if (!isHttp && !isKey) this.fault(`security ${name}`, 'is neither http nor an apiKey');
    }
  }

  private operation(where: string, path: string, operation: Node): void {
    this.reportUnknownFields(operation, where, [
      'operationId',
      'summary',
      'description',
      'tags',
      'security',
      'parameters',
      'requestBody',
      'responses',
    ]);
    if (!isText(operation.operationId)) this.fault(where, 'has no id');
    this.parameters(where, path, (operation.parameters ?? []) as Node[]);
    const schemes = (this.root.components as Node).securitySchemes as Node;
    for (const name of ((operation.security ?? []) as Node[]).flatMap((need) => Object.keys(need)))
      if (!(name in schemes)) this.fault(where, `unknown security ${name}`);
    if (operation.requestBody)
      this.content(`${where} body`, operation.requestBody as Node, ['required', 'description', 'content']);
    this.responses(where, Object.entries((operation.responses ?? {}) as Node));
  }

  private parameters(where: string, path: string, parameters: Node[]): void {
    for (const one of parameters) this.parameter(`${where} ${String(one.name)}`, one);
    const names = parameters.map((one) => `${String(one.in)} ${String(one.name)}`);
    if (new Set(names).size !== names.length) this.fault(where, 'has a parameter twice');
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      if (!names.includes(`path ${name}`)) this.fault(where, `does not describe {${name}}`);
  }

  private responses(where: string, responses: [string, unknown][]): void {
    if (responses.length === 0) this.fault(where, 'answers nothing');
    for (const [status, answer] of responses) {
      if (!/^([1-5](\d\d|XX)|default)$/.test(status)) this.fault(where, `${status} is no status`);
      else if (!isText((answer as Node).description)) this.fault(where, `${status} has no description`);
      else this.content(`${where} ${status}`, answer as Node, ['description', 'headers', 'content']);
    }
  }

  private parameter(where: string, parameter: Node): void {
    this.reportUnknownFields(parameter, where, [
      'name',
      'in',
      'required',
      'description',
      'schema',
      'style',
      'explode',
      'deprecated',
    ]);
    if (!['path', 'query', 'header', 'cookie'].includes(String(parameter.in))) this.fault(where, 'has no valid `in`');
    if (parameter.in === 'path' && parameter.required !== true) this.fault(where, 'is in the path but not required');
    if (!isText(parameter.name)) this.fault(where, 'has no name');
    this.schema(where, parameter.schema);
  }

  private content(where: string, node: Node, fields: string[]): void {
    this.reportUnknownFields(node, where, fields);
    const media = Object.entries((node.content ?? {}) as Node);
    if (media.length === 0) this.fault(where, 'has no content');
    for (const [type, one] of media) {
      if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(type)) this.fault(where, `${type} is no media type`);
      this.schema(`${where} ${type}`, (one as Node).schema);
    }
  }

  private schema(where: string, schema: unknown): void {
    if (typeof schema === 'boolean') return;
    if (!isNode(schema)) return this.fault(where, 'is no schema');
    for (const [keyword, value] of Object.entries(schema)) this.keyword(`${where} ${keyword}`, keyword, value);
  }

  private keyword(where: string, keyword: string, value: unknown): void {
    if (schemaKeywords.includes(keyword)) return this.schema(where, value);
    if (schemaListKeywords.includes(keyword)) return this.schemas(where, value);
    if (keyword === 'properties') {
      for (const [name, inner] of Object.entries(value as Node)) this.schema(`${where}.${name}`, inner);
      return;
    }
    if (!fits(keyword, value)) this.fault(where, `is an unknown keyword or cannot be ${JSON.stringify(value)}`);
    if (keyword === '$ref') this.reference(where, String(value));
  }

  private schemas(where: string, value: unknown): void {
    if (!Array.isArray(value) || value.length === 0) return this.fault(where, 'is not a list of schemas, or is empty');
    for (const [index, inner] of value.entries()) this.schema(`${where}[${index}]`, inner);
  }

  private reference(where: string, pointer: string): void {
    let node: unknown = this.root;
    for (const step of pointer.replace(/^#\//, '').split('/')) node = isNode(node) ? node[step] : undefined;
    if (!isNode(node)) this.fault(where, 'points to nothing');
  }

  private reportUnknownFields(node: Node, where: string, fields: string[]): void {
    for (const name of Object.keys(node))
      if (!fields.includes(name) && !name.startsWith('x-')) this.fault(where, `unknown field ${name}`);
  }
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && new Set(value).size === value.length && value.every(isText);

/** Returns whether JSON Schema has this keyword, with a value of this kind. */
function fits(keyword: string, value: unknown): boolean {
  const valueChecks: Record<string, (given: unknown) => boolean> = {
    default: () => true,
    const: () => true,
    type: (given) => [given].flat().every((one) => types.includes(one as string)),
    enum: (given) => Array.isArray(given) && given.length > 0,
    required: isTexts,
  };
  if (valueChecks[keyword]) return valueChecks[keyword](value);
  if (textKeywords.includes(keyword)) return isText(value);
  if (countKeywords.includes(keyword)) return Number.isInteger(value) && (value as number) >= 0;
  return numberKeywords.includes(keyword) && typeof value === 'number';
}
