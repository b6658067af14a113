import { chakra } from '@chakra-ui/react/styled-system';
import { FileText } from 'lucide-react';
import { useEffect } from 'react';

interface Content {
  id: string;
  type: string;
  bytes: ArrayBuffer;
}

/** An address of a file's content while this component is shown; null without a file. */
export function useContentAddress(file: Content | null): string | null {
  const entry = file && entryOf(file);
  useEffect(() => {
    if (!entry) return undefined;
    entry.users++;
    return () => {
      entry.users--;
      setTimeout(() => forget(entry), keptFor);
    };
  }, [entry]);
  return entry?.address ?? null;
}

/** Milliseconds an address is kept after its last user: the file is often shown again at once. */
const keptFor = 1_000;

interface Entry {
  id: string;
  address: string;
  users: number;
}

/** By the id of the file: each read of the database gives the same bytes as a new object. */
const entries = new Map<string, Entry>();

function entryOf({ id, bytes, type }: Content): Entry {
  const known = entries.get(id);
  if (known) return known;
  const entry = { id, address: URL.createObjectURL(new Blob([bytes], { type })), users: 0 };
  entries.set(id, entry);
  return entry;
}

function forget(entry: Entry): void {
  if (entry.users > 0 || entries.get(entry.id) !== entry) return;
  entries.delete(entry.id);
  URL.revokeObjectURL(entry.address);
}

/** A small square for a file: the picture itself, or a sheet of paper. */
export function FilePicture({ file, size }: { file: Content; size: string }) {
  const address = useContentAddress(file.type.startsWith('image/') ? file : null);
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
      {address ? (
        <chakra.img src={address} alt="" w="full" h="full" objectFit="cover" />
      ) : (
        <FileText size={18} strokeWidth={1.5} />
      )}
    </chakra.span>
  );
}
