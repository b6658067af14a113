/** A word that a reader would have to look up, and the plain words for it; `in`: forbidden only there. */
export interface CrypticWord {
  word: RegExp;
  use: string;
  in?: 'names';
}

/** Each is compared with the parts of a name, and with the words of a comment, a test name or a document. */
export const crypticWords: readonly CrypticWord[] = [
  { word: /^houses?$/, use: 'installation, database or server' },
  { word: /^letters?$/, use: 'e-mail' },
  { word: /^post office$/, use: 'mail server' },
  { word: /^anew$/, use: 'again' },
  { word: /^(?:somebody|nobody|whoever)$/, use: 'a named subject: a customer, an admin, no request' },
  { word: /^desks?$/, use: 'device or form' },
  { word: /^wish(?:es)?$/, use: 'fields or options' },
  { word: /^weather$/, use: 'network conditions' },
  { word: /^seal(?:s|ed)?$/, use: 'cancel' },
  { word: /^worlds?$/, use: 'test server' },
  { word: /^doors?$/, use: 'check or handler' },
  { word: /^judge[sd]?$/, use: 'check' },
  { word: /^(?:hears?|heard|pokes?|poked)$/, use: 'receive or notify' },
  { word: /^(?:tells?|telling|told)$/, use: 'return, notify, report or show' },
  { word: /^insist(?:s|ed)?$/, use: 'retry' },
  { word: /^(?:kit|mortal|polyglots?|aftermath|diary|shelf|shelves|blames?)$/, use: 'the standard term' },
  { word: /^means$/, use: 'services', in: 'names' },
];

/** Names that keep such a word, as `file name`: stored or published names, and names for letters of the alphabet. */
export const allowedNames: ReadonlySet<string> = new Set([
  'src/contract/search.ts letter',
  'src/contract/search.ts letters',
  'src/contract/search.ts foldLetters',
  'src/server/platform/database/schema.ts house',
  'src/server/platform/database/schema.ts letters',
  'src/server/platform/database/schema.ts Letters',
  'src/server/platform/database/schema-system.ts Letters',
  'src/server/platform/database/tables.ts house',
  'src/server/platform/database/tables.ts letters',
  'tests/server/installation.test.ts letters',
  'tests/server/restore.test.ts letters',
]);

/** Names of other standards, in any file. */
export const allowedStandards: ReadonlySet<string> = new Set(['letterSpacing', 'letterSpacings']);

/** Phrases in which such a word has its ordinary sense, and the glossary's list of words that are not used. */
export const allowedPhrases: readonly RegExp[] = [
  /help[ -]desk/gi,
  /Arabic letter forms/g,
  /letters, digits/g,
  /dead letter/g,
  /\| letter, message \|/g,
];
