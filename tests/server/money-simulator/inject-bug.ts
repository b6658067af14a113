import { registerHooks } from 'node:module';
import { bugs, injectedLine } from './bugs.ts';

// Started with `--import` before the server: changes the text of its sources while Node loads them.
const bug = bugs.find(({ name }) => name === process.env.MONEY_BUG);
if (!bug) throw new Error(`there is no bug "${process.env.MONEY_BUG}"`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const patches = bug.patches.filter(({ file }) => url.endsWith(`/src/server/${file}`));
    if (patches.length === 0) return loaded;
    const source = patches.reduce((text, { file, from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${file} does not contain this text exactly once: ${from}`);
      return text.replace(from, () => to);
    }, textOf(loaded.source));
    process.stdout.write(`${injectedLine(patches[0]!.file)}\n`);
    return { ...loaded, source };
  },
});

function textOf(source: unknown): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();
}
