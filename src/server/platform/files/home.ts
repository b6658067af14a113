interface StoredFile {
  bytes: Buffer;
  /** The media type. */
  type: string;
}

/** The folders of a house; other names in the same place are somebody else's. */
export const fileFolders = ['catalog', 'proofs'] as const;
export type FileFolder = (typeof fileFolders)[number];

export interface ListedFile {
  name: string;
  /** When it was stored, in ms since epoch, by the clock of the place it is in. */
  storedAt: number;
}

/** Where files live: names are relative paths with forward slashes (`catalog/3f….webp`), contents never change. */
export interface FileHome {
  /** Keeps a file; the same name again replaces it as a whole, nobody ever reads half of one. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** The file, or null when there is none of that name. */
  get(name: string): Promise<StoredFile | null>;
  /** Every file of a folder, in no order; what is stored or removed meanwhile may be told or not. */
  list(folder: FileFolder): AsyncIterable<ListedFile>;
  /** Throws when files cannot be kept here now. */
  check(): Promise<void>;
  /** Removes a file; one that is not there is no error. */
  remove(name: string): Promise<void>;
}

/** Letters, digits, hyphens and one ending in each part: nothing a path could climb out with. Throws for other names. */
export function checkName(name: string): string {
  if (!isName(name)) throw new RangeError('not a name of a file');
  return name;
}

export const isName = (name: string): boolean => /^([a-z0-9-]+\/)*[a-z0-9-]+\.[a-z0-9]{2,5}$/.test(name);
