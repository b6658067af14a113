import * as z from 'zod/mini';

/* A backup is a gzip of lines of JSON. The first is a Head. Then come tables, each a TableLine and its lines of Rows;
 * then files, each a FileLine followed by its bytes and a line end; the last is an EndLine. */

/** Goes up when an older program could not read what a newer one writes. */
export const formatVersion = 1;

const Count = z.int().check(z.nonnegative());
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Name = z.string().check(z.regex(/^[a-z_]{1,60}$/));

export const Head = z.object({
  backup: z.literal('comptoir'),
  version: Count,
  made_at: z.string(),
  /** Where it comes from; it goes into either. */
  database: z.enum(['sqlite', 'postgres']),
  /** What its tables look like: the migrations they had. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  /** Tells whether the pepper is the same one, and not what it is. */
  pepper: z.string(),
});
export type Head = z.infer<typeof Head>;

export const TableLine = z.object({
  table: Name,
  columns: z.array(Name),
  /** The highest id it has ever given; null where ids are not counted. */
  last_id: z.nullable(Count),
});
export type TableLine = z.infer<typeof TableLine>;

/** Values in the order of the columns, some hundred rows a line. */
export const Rows = z.array(z.array(z.nullable(z.union([z.string(), z.number()]))));
export type Rows = z.infer<typeof Rows>;

export const FileLine = z.object({ file: z.string(), type: z.string(), size: Count, sha256: Sha256 });
export type FileLine = z.infer<typeof FileLine>;

export const EndLine = z.object({
  end: z.object({ rows: z.record(z.string(), Count), files: Count, bytes: Count }),
  /** Of everything before this line, unpacked. */
  sha256: Sha256,
});
export type EndLine = z.infer<typeof EndLine>;
/** How many rows each table has, how many files there are and how many bytes they have together. */
export type Totals = EndLine['end'];
