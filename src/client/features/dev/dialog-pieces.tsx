import { useState } from 'react';
import { AgeNote } from '../../ui/age-note.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { OnDeviceNote } from '../../ui/on-device-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { chakra, Stack } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

const tones = ['info', 'success', 'warning', 'error'] as const;

/** Dialogs, sheets, toasts, notices and the notes about what this device has. */
export function DialogPieces() {
  const [open, setOpen] = useState<'sheet' | 'question' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Panel title="Dialogs and messages">
        <Row>
          <Button onClick={() => setOpen('sheet')}>Dialog</Button>
          <Button variant="outline" onClick={() => setOpen('question')}>
            Question
          </Button>
          {tones.map((tone) => (
            <Button key={tone} variant="ghost" onClick={() => toast({ tone, title: `A message: ${tone}` })}>
              {tone}
            </Button>
          ))}
        </Row>
        <SheetDialog
          open={open === 'sheet'}
          onClose={close}
          title="Edit the order"
          description="On phones a sheet at the bottom."
          footer={<Button onClick={close}>Save</Button>}
        >
          <TextField label="Text" />
        </SheetDialog>
        <ConfirmDialog
          open={open === 'question'}
          onClose={close}
          onConfirm={close}
          title="Delete this order?"
          description="This cannot be undone."
          confirmLabel="Delete"
          tone="danger"
        />
      </Panel>
      <Panel title="Notices, empty and partial states">
        <Stack gap="3">
          {tones.map((tone) => (
            <Notice key={tone} tone={tone} title={`A notice: ${tone}`} action={<Button size="sm">Retry</Button>}>
              It says what happened and what helps.
            </Notice>
          ))}
          <OfflineReason online={false} />
          <OnDeviceNote records="orders" onDevice={1000} totalIfPartial={4200} online={false} firstLoad={null} />
          <AgeNote at={longAgo} online={false} />
          <EmptyState title="There are no orders yet." action={<Button>Create the first one</Button>} />
        </Stack>
      </Panel>
    </>
  );
}

const longAgo = Date.now() - 3_600_000;

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });
