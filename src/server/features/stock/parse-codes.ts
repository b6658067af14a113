import { codeMax, importLinesMax, serialMax, type LineFault } from '../../../contract/stock-rules.ts';
import { neverExpires } from '../../shared/codes.ts';

/** A code of an import, with the line that it is in, counted from 1. */
export interface ParsedCode {
  line: number;
  code: string;
  serial: string | null;
  pin: string | null;
  /** Ms since epoch; `neverExpires` without a day. */
  expires_at: number;
}

/** The codes of an import, and the lines that have none; no message repeats a text. */
export interface ParsedImport {
  codes: ParsedCode[];
  wrong: { line: number; why: LineFault }[];
}

const columns = ['code', 'serial', 'pin', 'expires_at'] as const;
type Column = (typeof columns)[number];

/**
 * Reads one code in a line, or CSV whose first line names its columns, of which only `code` is needed. A byte order mark,
 * Windows line ends, blank lines and quoted values are accepted. Days are the last ones on which a code can be sold, in UTC.
 */
export function parseCodes(text: string, now: number): ParsedImport {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const header = headerOf(lines[0] ?? '');
  const rows = lines.map((content, at) => ({ line: at + 1, content })).slice(header ? 1 : 0);
  const filled = rows.filter(({ content }) => content.trim() !== '').slice(0, importLinesMax + 1);
  const found: ParsedImport = { codes: [], wrong: [] };
  for (const { line, content } of filled) {
    const parsed = header ? fromColumns(header, content) : { code: content.trim() };
    const read = parsed === null ? 'columns' : readCode(line, parsed, now);
    if (typeof read === 'string') found.wrong.push({ line, why: read });
    else found.codes.push(read);
  }
  return found;
}

interface Header {
  names: Column[];
  separator: string;
}

/** Returns the columns and what separates them when the first line names them; null for a list of codes. */
function headerOf(line: string): Header | null {
  const separator = line.includes(';') ? ';' : ',';
  const names = splitCsv(line, separator)?.map((name) => name.trim().toLowerCase()) ?? [];
  const isHeader = names.includes('code') && names.every((name) => columns.some((column) => column === name));
  return isHeader ? { names: names as Column[], separator } : null;
}

function fromColumns({ names, separator }: Header, line: string): Partial<Record<Column, string>> | null {
  const values = splitCsv(line, separator);
  if (!values || values.length > names.length) return null;
  return Object.fromEntries(names.map((name, at) => [name, (values[at] ?? '').trim()]));
}

/** Splits a line; null for a quote that does not end. */
function splitCsv(line: string, separator: string): string[] | null {
  const values: string[] = [];
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!;
    if (character === '"' && isQuoted && line[at + 1] === '"') {
      value += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      values.push(value);
      value = '';
    } else value += character;
  }
  return isQuoted ? null : [...values, value];
}

function readCode(line: number, { code = '', serial, pin, expires_at }: Partial<Record<Column, string>>, now: number) {
  const fault = textFault(code, codeMax) ?? optionalFault(serial) ?? optionalFault(pin);
  if (fault) return fault;
  const expires = expires_at ? endOfDay(expires_at) : neverExpires;
  if (Number.isNaN(expires)) return 'invalid_date' as const;
  if (expires <= now) return 'past_date' as const;
  const parsed: ParsedCode = { line, code, serial: serial || null, pin: pin || null, expires_at: expires };
  return parsed;
}

function textFault(text: string, max: number): LineFault | null {
  if (text === '') return 'empty';
  if ([...text].length > max) return 'too_long';
  return unprintable.test(text) || !text.isWellFormed() ? 'unprintable' : null;
}

/**
 * Control characters, and invisible ones such as a zero-width space, which no buyer could type; U+FFFD stands for the
 * bytes of a file that is not in UTF-8.
 */
const unprintable = /[\p{Cc}\p{Cf}\uFFFD]/u;

const optionalFault = (text: string | undefined): LineFault | null => (text ? textFault(text, serialMax) : null);

/** The end of a day `2027-01-31` in ms since epoch; NaN for another text or a day that does not exist. */
function endOfDay(day: string): number {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return Number.NaN;
  const start = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day ? Number.NaN : start + 86_400_000;
}
