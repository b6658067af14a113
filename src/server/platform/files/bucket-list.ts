import { isFileName, type FileFolder, type ListedFile } from './file-store.ts';

/**
 * Lists the files of a folder page by page with ListObjectsV2; `ask` sends a query and returns the response as text.
 */
export async function* listFiles(
  folder: FileFolder,
  ask: (query: string) => Promise<string>,
): AsyncGenerator<ListedFile> {
  let token: string | undefined;
  do {
    const page = await ask(queryOf({ 'list-type': '2', prefix: `${folder}/`, 'continuation-token': token }));
    for (const [, object] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const name = textOf(object!, 'Key');
      const storedAt = Date.parse(textOf(object!, 'LastModified') ?? '');
      if (name && isFileName(name) && Number.isFinite(storedAt)) yield { name, storedAt };
    }
    token = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : undefined;
  } while (token);
}

/**
 * The query string, sorted by name, with everything but letters, digits and -_.~ escaped, as the signature requires.
 */
function queryOf(fields: Record<string, string | undefined>): string {
  const presentFields = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  const escape = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `?${presentFields
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .toSorted()
    .join('&')}`;
}

/** The text of the first element of this name. */
function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_all, number, hex, name: string) =>
    name ? (entities[name] ?? '') : String.fromCodePoint(number ? Number(number) : parseInt(String(hex), 16)),
  );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
