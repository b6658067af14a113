import * as z from 'zod/mini';
import { sign } from '../crypto/tokens.ts';
import { OperatorError } from '../base/operator-error.ts';

/** The reason why a backup was not taken or not restored, as a sentence for the operator. */
export class BackupRefused extends OperatorError {}

/* A backup is a gzip of lines of JSON. The first is a Head. Then come tables, each a TableLine and its lines of Rows;
 * then files, each a FileLine followed by its bytes and a line end; the last is an EndLine. */

/** Increases when the format changes in a way that older programs cannot read. */
export const formatVersion = 1;

const Count = z.int().check(z.nonnegative());
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Name = z.string().check(z.regex(/^[a-z_]{1,60}$/));

export const Head = z.object({
  backup: z.literal('comptoir'),
  version: Count,
  made_at: z.string(),
  /** The kind of the source; a backup can be restored into either. */
  database: z.enum(['sqlite', 'postgres']),
  /** The applied migrations, which determine the tables. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** Shows whether the pepper is the same, without revealing it. */
  pepper: z.string(),
});
export type Head = z.infer<typeof Head>;

export const TableLine = z.object({
  table: Name,
  columns: z.array(Name),
  /** The highest id that the table has ever assigned; null for tables that assign no ids. */
  last_id: z.nullable(Count),
});
export type TableLine = z.infer<typeof TableLine>;

/** Values in the order of the columns, some hundred rows per line. */
export const Rows = z.array(z.array(z.nullable(z.union([z.string(), z.number()]))));
export type Rows = z.infer<typeof Rows>;

export const FileLine = z.object({ file: z.string(), type: z.string(), size: Count, sha256: Sha256 });
export type FileLine = z.infer<typeof FileLine>;

export const EndLine = z.object({
  end: z.object({ rows: z.record(z.string(), Count), files: Count, bytes: Count }),
  /** Of everything before this line, decompressed. */
  sha256: Sha256,
});
export type EndLine = z.infer<typeof EndLine>;
/** Number of rows of each table, and number and bytes of all files. */
export type Totals = EndLine['end'];

/** A fingerprint that distinguishes peppers; the pepper itself is in no backup. */
export const pepperMark = (pepper: string): string => sign(pepper, 'the pepper of a backup').slice(0, 16);
