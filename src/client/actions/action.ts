import type { Attachment } from '../../contract/files.ts';
import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { Row } from '../local/rows.ts';
import type { Author } from '../local/stored.ts';

/** The author and the time (milliseconds) that a row shows until the server has answered. */
export interface ActionContext {
  by: Author;
  createdAt: number;
}

/** The change that an action makes to one row. */
export interface Effect {
  table: EntityName;
  /** As on the wire. */
  key: string;
  /** The action creates the row: when the action is refused, the row stays in view with the reason. */
  createsRow?: boolean;
  /** Returns the changed row. Pure; `row` is the server's row with the effects of earlier actions, null without one. */
  apply(row: Row | null): Row | null;
}

/** A change that a user can make offline. Invariant: an action touches rows of its own lane only. */
export interface Action<Kind extends MutationKind> {
  kind: Kind;
  /** The version of its arguments. */
  v: number;
  /** The action creates the lane's record: when the action is refused, the later items of the lane wait. */
  createsRecord?: boolean;
  /** Names the record whose changes must be sent in order. */
  lane(args: MutationArgs<Kind>): string;
  effects(args: MutationArgs<Kind>, context: ActionContext): Effect[];
  /** Returns the ids of files in `blobs` that must be uploaded first. */
  files?(args: MutationArgs<Kind>): readonly string[];
  /** Merges the unsent action at the end of the lane with the next one; null when both must be kept. */
  merge?(unsent: MutationArgs<Kind>, next: MutationArgs<Kind>): MutationArgs<Kind> | null;
}

/** The time of an action as rows show it until the server has answered. */
export const isoTimeOf = ({ createdAt }: ActionContext): string => new Date(createdAt).toISOString();

/** Attachments that are not uploaded yet; their names, types and contents are in `blobs`. */
export const unsentFiles = (ids: readonly string[] = []): Attachment[] =>
  ids.map((id) => ({ id, name: '', type: '', size: 0 }));
