import { checkStoredCodes, rekeyCodes } from '../shared/codes-keys.ts';
import { OperatorError, readArguments, runCommand } from '../platform/base/operator-error.ts';
import { readSettings } from '../platform/base/settings.ts';
import { openServices } from '../platform/services.ts';

// `npm run codes -- check` decrypts every stored code and compares its mark; `-- rekey` encrypts those of an older key with the
// first key of CODES_KEY, 500 in a transaction. Both print counts only; a server may run meanwhile.
await runCommand(async () => {
  const usage = 'npm run codes -- check, or npm run codes -- rekey';
  const { positionals } = readArguments(usage, { allowPositionals: true });
  const [task] = positionals;
  if (positionals.length !== 1 || (task !== 'check' && task !== 'rekey')) throw new OperatorError(`Usage: ${usage}`);
  const opened = await openServices(readSettings(process.env, { makeSecrets: false }), { unlimitedQueries: true });
  try {
    if (!opened.services.codes) throw new OperatorError('CODES_KEY is not set.');
    if (task === 'rekey') {
      const { encrypted } = await rekeyCodes(opened.services);
      return console.log(`${encrypted} codes encrypted with the key ${opened.services.codes.keyId}`);
    }
    const { read, unreadable, wrongMarks } = await checkStoredCodes(opened.services);
    console.log(`${read} codes: ${unreadable} cannot be decrypted, ${wrongMarks} have another mark`);
    process.exitCode = unreadable + wrongMarks > 0 ? 1 : 0;
  } finally {
    await opened.close();
  }
});
