import { inspect, parseArgs, type ParseArgsConfig } from 'node:util';
import { isDiskFull, sqliteCodeOf } from './disk-failure.ts';

/**
 * A mistake of the operator, such as a wrong setting or an unreachable database; the message is one sentence that says
 * what to do.
 */
export class OperatorError extends Error {}

/**
 * Runs a command or the start of the server. An OperatorError, a locked database or a full disk ends the process with a
 * sentence on standard error and exit code 1, anything else with its stack and exit code 1.
 */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const text = error instanceof OperatorError ? error.message.replaceAll(/\s*\n\s*/g, ' ') : describe(error);
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}

/**
 * Returns a sentence for a locked database and a full disk, which are no faults of this program; otherwise the stack.
 */
function describe(error: unknown): string {
  if (sqliteCodeOf(error) === 5) return 'Another process holds the database: try again when it has finished.';
  if (sqliteCodeOf(error) === 13 || isDiskFull(error))
    return 'There is no space left on the disk: nothing was changed.';
  return inspect(error);
}

/**
 * Parses the whole number given to an option. Throws an OperatorError for other texts and for numbers below `least`.
 */
export function readCount(option: string, text: string, least = 1): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new OperatorError(`--${option} takes a whole number from ${least}.`);
}

/** Parses the arguments of a command; throws an OperatorError with the mistake and `usage` when they are wrong. */
export function readArguments<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [mistake] = (error as Error).message.split(/\.? (?:To specify|This command)|\n/);
    throw new OperatorError(`${mistake?.replace(/\.$/, '')}. Usage: ${usage}`);
  }
}

/** The file store cannot be used at the moment: it is unreachable, refuses, takes too long or has no space left. */
export class FileStoreError extends OperatorError {}
