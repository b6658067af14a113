// Writes NAME.br and NAME.gz beside the text files of a folder; the server hands them out as they are.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const texts = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
const bytesMin = 1024;

/** Compresses every text file of at least 1 KiB below `folder`, as small as it gets. */
export async function compressAll(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(names.filter((name) => texts.test(name)).map((name) => compress(join(folder, name))));
}

async function compress(path) {
  const content = await readFile(path);
  if (content.length < bytesMin) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
