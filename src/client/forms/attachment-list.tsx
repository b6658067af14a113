import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { Attachment } from '../../contract/files.ts';
import { currentDatabase } from '../local/current.ts';
import type { StoredFile } from '../local/stored.ts';
import { useLiveQuery } from '../sync/use-live-query.ts';
import { useOnline } from '../sync/use-sync-status.ts';
import { isPicture } from '../local/choose-files.ts';
import { isolated } from '../text/isolated.ts';
import { useObjectUrl } from '../ui/file-picture.tsx';
import { LargePicture } from '../ui/large-picture.tsx';
import { Box, chakra, MutedSpan } from '../ui/theme/styled.tsx';

/** The files of a message: pictures as thumbnails that open large, other files by name. Unsent files come from this device. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] | undefined }) {
  // Most messages have no files, and then no live query either.
  return attachments?.length ? <Files attachments={attachments} /> : null;
}

function Files({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useLingui();
  const db = currentDatabase();
  const ids = attachments.map(({ id }) => id);
  const stored = useLiveQuery(() => db.blobs.bulkGet(ids), [db, ids.join()]);
  if (!stored) return null;
  return (
    <chakra.ul display="flex" flexWrap="wrap" gap="2" mt="2" aria-label={t`Attached files`}>
      {attachments.map((attachment, index) => (
        <chakra.li key={attachment.id} minW="0" maxW="full">
          <OneFile attachment={attachment} stored={stored[index] ?? null} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

function OneFile({ attachment, stored }: { attachment: Attachment; stored: StoredFile | null }) {
  const online = useOnline();
  const objectUrl = useObjectUrl(stored);
  const name = stored?.name ?? attachment.name;
  const address = stored ? objectUrl : online ? `/api/files/${attachment.id}` : null;
  const props = { name, address, size: stored?.bytes.byteLength ?? attachment.size };
  return isPicture(stored?.type ?? attachment.type) ? <Picture {...props} /> : <FileLink {...props} />;
}

interface Props {
  name: string;
  /** null while the file cannot be shown, such as offline when only the server has it. */
  address: string | null;
  /** Bytes. */
  size: number;
}

const tile = {
  display: 'grid',
  placeItems: 'center',
  boxSize: '24',
  overflow: 'hidden',
  borderWidth: '1px',
  borderRadius: 'lg',
  bg: 'bg.muted',
  color: 'fg.subtle',
} as const;

function Picture({ name, address }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [brokenAddress, setBrokenAddress] = useState<string | null>(null);
  if (!address || address === brokenAddress)
    return (
      <Box {...tile} role="img" aria-label={t`${{ name: isolated(name) }}, not available now`} title={name}>
        <ImageOff size={22} strokeWidth={1.5} aria-hidden="true" />
      </Box>
    );
  return (
    <>
      <Thumbnail
        type="button"
        aria-label={t`Open ${{ name: isolated(name) }}`}
        title={name}
        onClick={() => setOpen(true)}
      >
        <chakra.img
          src={address}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          w="full"
          h="full"
          objectFit="cover"
          onError={() => setBrokenAddress(address)}
        />
      </Thumbnail>
      <LargePicture open={isOpen} name={name} address={address} onClose={() => setOpen(false)} />
    </>
  );
}

const Thumbnail = chakra('button', { base: { ...tile, cursor: 'zoom-in', focusVisibleRing: 'outside' } });

function FileLink({ name, address, size }: Props) {
  const { i18n } = useLingui();
  const kilobytes = i18n.number(Math.max(1, Math.round(size / 1024)));
  const content = (
    <>
      <FileText size={18} aria-hidden="true" style={{ flexShrink: 0 }} />
      <chakra.bdi minW="0" truncate>
        {name}
      </chakra.bdi>
      {size > 0 ? (
        <MutedSpan className="numbers" textStyle="xs" whiteSpace="nowrap">
          <Trans>{kilobytes} KB</Trans>
        </MutedSpan>
      ) : null}
    </>
  );
  if (!address) return <Sheet color="fg.muted">{content}</Sheet>;
  return (
    <FileSheet href={address} target="_blank" rel="noopener" download={name}>
      {content}
    </FileSheet>
  );
}

const sheet = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    maxW: 'full',
    minH: { base: '11', md: '9' },
    px: '3',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.panel',
    textStyle: 'sm',
    focusVisibleRing: 'outside',
  },
} as const;

const Sheet = chakra('span', sheet);
const FileSheet = chakra('a', { base: { ...sheet.base, _hover: { bg: 'bg.subtle' } } });
