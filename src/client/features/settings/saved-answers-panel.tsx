import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SavedAnswerRow } from '../../../contract/order-fields.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { isolated } from '../../text/isolated.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Box, HStack, Muted } from '../../ui/theme/styled.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { RenameAnswerDialog } from './rename-answer-dialog.tsx';
import { SettingLine } from './setting-line.tsx';

/** The answers that a customer keeps for other orders; they can be renamed and removed, also offline. Hidden without any. */
export function SavedAnswersPanel() {
  const rows = useLiveQuery(async () => (await currentDatabase().saved_answers.toArray()).toSorted(byName), []) ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={<Trans>Saved answers</Trans>}>
      <Muted mb="2">
        <Trans>They are offered when you order. Only you see them.</Trans>
      </Muted>
      <ul>
        {rows.map((row) => (
          <SavedAnswerLine key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

const byName = (a: SavedAnswerRow, b: SavedAnswerRow): number => a.name.localeCompare(b.name);

function SavedAnswerLine({ row }: { row: SavedAnswerRow }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const name = isolated(row.name);
  return (
    <SettingLine as="li">
      <Box flex="1 1 8rem" minW="0">
        <FreeText fontWeight="medium">{row.name}</FreeText>
        <FreeText textStyle="sm" color="fg.muted">
          {row.value}
        </FreeText>
      </Box>
      <HStack gap="1">
        <IconButton size="sm" label={t`Rename ${name}`} onClick={() => setOpen('rename')}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" color="fg.error" label={t`Remove ${name}`} onClick={() => setOpen('remove')}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </HStack>
      {open === 'rename' ? <RenameAnswerDialog row={row} onClose={close} /> : null}
      {open === 'remove' ? <RemoveAnswerDialog row={row} onClose={close} /> : null}
    </SettingLine>
  );
}

/** Asks before a saved answer is removed; orders keep what they say. */
function RemoveAnswerDialog({ row: { id, name }, onClose }: { row: SavedAnswerRow; onClose: () => void }) {
  const { t } = useLingui();
  const act = usePerform();
  const { busy, whileBusy } = useBusy();
  const remove = async () => {
    await act(
      'answer.forget',
      { id },
      {
        done: t`Saved answer removed`,
        refused: t`The saved answer could not be removed.`,
        isAccepted: async ({ saved_answers }) => (await saved_answers.get(id)) === undefined,
      },
    );
    onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="danger"
      busy={busy}
      title={<Trans>Remove this saved answer?</Trans>}
      description={<bdi>{name}</bdi>}
      confirmLabel={<Trans>Remove</Trans>}
      cancelLabel={<Trans>Keep</Trans>}
      onClose={onClose}
      onConfirm={() => void whileBusy(remove)}
    />
  );
}
