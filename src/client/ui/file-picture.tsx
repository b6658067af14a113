import { FileText } from 'lucide-react';
import { useEffect } from 'react';
import { chakra } from './theme/styled.tsx';

interface FileContent {
  id: string;
  type: string;
  bytes: ArrayBuffer;
}

/** Returns an object URL of a file's content while the component is mounted; null without a file. */
export function useObjectUrl(file: FileContent | null): string | null {
  const entry = file && entryOf(file);
  useEffect(() => {
    if (!entry) return undefined;
    entry.users++;
    return () => {
      entry.users--;
      setTimeout(() => forget(entry), keptForMs);
    };
  }, [entry]);
  return entry?.url ?? null;
}

/** Milliseconds that a URL is kept after its last use, because files are often shown again at once. */
const keptForMs = 1_000;

interface Entry {
  id: string;
  url: string;
  users: number;
}

/** Keyed by file id, because each read of the database returns the bytes as a new object. */
const entries = new Map<string, Entry>();

function entryOf({ id, bytes, type }: FileContent): Entry {
  const existing = entries.get(id);
  if (existing) return existing;
  const entry = { id, url: URL.createObjectURL(new Blob([bytes], { type })), users: 0 };
  entries.set(id, entry);
  return entry;
}

function forget(entry: Entry): void {
  if (entry.users > 0 || entries.get(entry.id) !== entry) return;
  entries.delete(entry.id);
  URL.revokeObjectURL(entry.url);
}

/** A small square for a file: the picture itself, or an icon for other files. */
export function FilePicture({ file, size }: { file: FileContent; size: string }) {
  const url = useObjectUrl(file.type.startsWith('image/') ? file : null);
  return (
    <chakra.span
      boxSize={size}
      flexShrink="0"
      display="grid"
      placeItems="center"
      overflow="hidden"
      borderRadius="sm"
      bg="bg.muted"
      color="fg.subtle"
      aria-hidden="true"
    >
      {url ? (
        <chakra.img src={url} alt="" w="full" h="full" objectFit="cover" />
      ) : (
        <FileText size="1.125rem" strokeWidth={1.5} />
      )}
    </chakra.span>
  );
}
