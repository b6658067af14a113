interface StoredFile {
  bytes: Buffer;
  /** The media type. */
  type: string;
}

/** Where files live: names are relative paths with forward slashes (`catalog/3f….webp`), contents never change. */
export interface FileHome {
  /** Keeps a file; the same name again replaces it as a whole, nobody ever reads half of one. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** The file, or null when there is none of that name. */
  get(name: string): Promise<StoredFile | null>;
}

/** Letters, digits, hyphens and one ending in each part: nothing a path could climb out with. Throws for other names. */
export function checkName(name: string): string {
  if (!/^([a-z0-9-]+\/)*[a-z0-9-]+\.[a-z0-9]{2,5}$/.test(name)) throw new RangeError('not a name of a file');
  return name;
}
