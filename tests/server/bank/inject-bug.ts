import { registerHooks } from 'node:module';
import { bugs, injected } from './bugs.ts';

// Started with `--import` before the server: changes the text of its sources while Node loads them.
const bug = bugs.find(({ name }) => name === process.env.BANK_BUG);
if (!bug) throw new Error(`there is no bug "${process.env.BANK_BUG}"`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const patches = bug.patches.filter(({ file }) => url.endsWith(`/src/server/${file}`));
    if (patches.length === 0) return loaded;
    const source = patches.reduce((text, { file, from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
      return text.replace(from, () => to);
    }, textOf(loaded.source));
    process.stdout.write(`${injected(patches[0]!.file)}\n`);
    return { ...loaded, source };
  },
});

function textOf(source: unknown): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();
}
