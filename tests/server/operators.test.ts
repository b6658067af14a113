import { expect, test } from 'vitest';
import { emptyHouse, runCommand } from '../support/programs.ts';

const commands = ['migrate', 'verify', 'backup', 'restore', 'create-root', 'seed'];

test('an unknown option of a command is answered with one sentence and exit code 1', async () => {
  const house = await emptyHouse();

  for (const name of commands) {
    const { code, out, err } = await runCommand(name, house, { args: ['--nonsense'] });

    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(new RegExp(`^Unknown option '--nonsense'\\. Usage: npm run ${name}[^\\n]*\\n$`)),
    });
  }
}, 60_000);
