import type { MutationArgs, MutationKind } from '../../contract/mutations.ts';
import type { EntityName } from '../../contract/sync.ts';
import type { Row } from '../local/rows.ts';
import type { Author } from '../local/stored.ts';

/** Who acts, and when (milliseconds): what a row shows until the server has answered. */
export interface Doing {
  by: Author;
  createdAt: number;
}

/** What an action does to one row. */
export interface Effect {
  table: EntityName;
  /** As on the wire. */
  key: string;
  /** It makes the row: a refused one keeps its row on the screen, with its reason. */
  makes?: boolean;
  /** The row with the action done to it. Gets the server's row or what earlier actions made of it; never changes it. */
  fold(row: Row | null): Row | null;
}

/** Something a person can do offline. Law: an action touches rows of its own lane only. */
export interface Action<Kind extends MutationKind> {
  kind: Kind;
  v: number;
  /** A refused one holds its lane: what follows cannot be without it. */
  opensLane?: boolean;
  /** The record whose order must be kept. */
  lane(args: MutationArgs<Kind>): string;
  effects(args: MutationArgs<Kind>, doing: Doing): Effect[];
  /** The ids of files in `blobs` that the server must have first. */
  files?(args: MutationArgs<Kind>): readonly string[];
  /** One intent out of an unsent one at the end of the lane and the next one; null keeps both. */
  merge?(unsent: MutationArgs<Kind>, next: MutationArgs<Kind>): MutationArgs<Kind> | null;
}
