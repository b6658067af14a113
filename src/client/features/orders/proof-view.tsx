import { Trans, useLingui } from '@lingui/react/macro';
import { Download, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { isPicture } from '../../local/choose-files.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useObjectUrl } from '../../ui/file-picture.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LargePicture } from '../../ui/large-picture.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Box } from '../../ui/theme/styled.tsx';
import { Button, FileButton } from '../../ui/button.tsx';

interface Props {
  /** The order's id. */
  id: number;
  /** Path of the proof on this host. */
  url: string;
  /** Shows an icon only, for a list. */
  isCompact?: boolean;
}

/** A button that opens the delivery proof of an order (S2K-05). */
export function ProofView({ id, url, isCompact = false }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {isCompact ? (
        <IconButton size="sm" label={t`Attachment of order ${id}`} onClick={open}>
          <Paperclip size={16} />
        </IconButton>
      ) : (
        <Button size="sm" variant="outline" mt="1.5" aria-label={t`Attachment of order ${id}`} onClick={open}>
          <Paperclip aria-hidden="true" />
          <Trans>View</Trans>
        </Button>
      )}
      {isOpen ? <Viewer url={url} name={t`Attachment of order ${id}`} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The proof as a picture; any other file, or one that does not load, as a download. */
function Viewer({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const { isKnown, address, type, fileName } = useProofFile(url);
  const [brokenAddress, setBrokenAddress] = useState<string | null>(null);
  if (!isKnown) return null;
  const mayBePicture = type === null || isPicture(type);
  if (address !== null && mayBePicture && address !== brokenAddress)
    return (
      <LargePicture
        open
        name={name}
        address={address}
        onClose={onClose}
        onError={() => setBrokenAddress(address)}
        actions={<DownloadButton address={address} fileName={fileName} />}
      />
    );
  return (
    <SheetDialog
      open
      size="sm"
      title={name}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {address === null ? null : <DownloadButton address={address} fileName={fileName} />}
        </>
      }
    >
      {address === null ? (
        <OfflineReason online={false} />
      ) : (
        <Box>
          <Trans>This file has no preview. Download it to open it.</Trans>
        </Box>
      )}
    </SheetDialog>
  );
}

/** Returns the address of a proof: on this device until it is sent, then on the server; null while it cannot be read. */
function useProofFile(url: string) {
  const online = useOnline();
  const id = url.slice(url.lastIndexOf('/') + 1);
  const stored = useLiveQuery(async () => (await currentDatabase().blobs.get(id)) ?? null, [id]);
  const objectUrl = useObjectUrl(stored ?? null);
  return {
    isKnown: stored !== undefined,
    address: stored ? objectUrl : online ? url : null,
    /** null until the browser knows it. */
    type: stored?.type ?? null,
    /** Empty: the server names the file. */
    fileName: stored?.name ?? '',
  };
}

function DownloadButton({ address, fileName }: { address: string; fileName: string }) {
  return (
    <FileButton href={address} download={fileName} size="sm">
      <Download aria-hidden="true" />
      <Trans>Download</Trans>
    </FileButton>
  );
}
