type Args = Record<string, unknown>;

const withoutFiles = (args: Args): Args => ({ ...args, file_ids: [] });

/**
 * Per kind, what makes its arguments of version n + 1 out of those of version n. Pure; a published step never changes.
 * A kind without steps has had one version.
 */
const steps: Readonly<Record<string, readonly ((args: Args) => Args)[]>> = {
  'ticket.open': [withoutFiles],
  'ticket.reply': [withoutFiles],
};

const stepsOf = (kind: string): readonly ((args: Args) => Args)[] => (Object.hasOwn(steps, kind) ? steps[kind]! : []);

/** The version of a kind that this build makes. */
export const currentVersion = (kind: string): number => stepsOf(kind).length + 1;

/** Arguments of version `from` of a kind as those of its current version; null for a version of a newer build. */
export function upgradeArgs(kind: string, args: Args, from: number): Args | null {
  if (!Number.isSafeInteger(from) || from < 1 || from > currentVersion(kind)) return null;
  return stepsOf(kind)
    .slice(from - 1)
    .reduce((upgraded, step) => step(upgraded), args);
}
