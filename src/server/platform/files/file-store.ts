interface StoredFile {
  bytes: Buffer;
  /** The media type. */
  type: string;
}

/** The folders of this installation; other names in the same store belong to other programs. */
export const fileFolders = ['catalog', 'proofs', 'shop'] as const;
export type FileFolder = (typeof fileFolders)[number];

export interface ListedFile {
  name: string;
  /** When it was stored, in ms since epoch by the clock of the store. */
  storedAt: number;
}

/** Stores files by name: names are relative paths with forward slashes (`catalog/3f….webp`), contents never change. */
export interface FileStore {
  /** Stores a file; the same name replaces it atomically, so that no reader gets a part of one. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** The file, or null when there is none of that name. */
  get(name: string): Promise<StoredFile | null>;
  /** Every file of a folder, in no order; files that are stored or removed meanwhile may be missing or included. */
  list(folder: FileFolder): AsyncIterable<ListedFile>;
  /** Throws when files cannot be stored at the moment. */
  check(): Promise<void>;
  /** Removes a file; a missing one is no error. */
  remove(name: string): Promise<void>;
}

/**
 * Returns a valid name: lower-case letters, digits, hyphens and one extension in each part, so that no path leaves the
 * folder. Throws a RangeError for other names.
 */
export function checkFileName(name: string): string {
  if (!isFileName(name)) throw new RangeError('not a valid file name');
  return name;
}

export const isFileName = (name: string): boolean => /^([a-z0-9-]+\/)*[a-z0-9-]+\.[a-z0-9]{2,5}$/.test(name);
