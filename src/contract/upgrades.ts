type Args = Record<string, unknown>;

const withoutFiles = (args: Args): Args => ({ ...args, file_ids: [] });
const withoutFrom = (args: Args): Args => ({ ...args, from: null });

/**
 * For each kind, pure functions that turn the arguments of version n into those of version n + 1. A published step never
 * changes. A kind without steps has had only one version.
 */
const steps: Readonly<Record<string, readonly ((args: Args) => Args)[]>> = {
  'ticket.open': [withoutFiles],
  'ticket.reply': [withoutFiles],
  'order.deliver': [withoutFrom],
};

const stepsOf = (kind: string): readonly ((args: Args) => Args)[] => (Object.hasOwn(steps, kind) ? steps[kind]! : []);

/** The version of a kind that this build sends. */
export const currentVersion = (kind: string): number => stepsOf(kind).length + 1;

/** Converts arguments of version `from` of a kind to its current version; null for an invalid or newer version. */
export function upgradeArgs(kind: string, args: Args, from: number): Args | null {
  if (!Number.isSafeInteger(from) || from < 1 || from > currentVersion(kind)) return null;
  return stepsOf(kind)
    .slice(from - 1)
    .reduce((upgraded, step) => step(upgraded), args);
}
