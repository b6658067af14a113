import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import type { StockOfVariant } from '../../../contract/codes.ts';
import { batchNoteMax, importBytesMax } from '../../../contract/stock-rules.ts';
import type { CallFailure } from '../../api/failure.ts';
import { may } from '../../api/session.ts';
import { FileButton } from '../../forms/file-button.tsx';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Box, Stack } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { CodesCheckResult } from './codes-check-result.tsx';
import { useCodesImport, type CodesCheck, type Imported } from './use-codes-import.ts';

interface Props {
  productId: number;
  stock: readonly StockOfVariant[];
  onClose: () => void;
}

/** Adds codes to a product: pasted or from a file, first checked, then stored, all of them or none. Keeps no draft. */
export function ImportDialog({ productId, stock: all, onClose }: Props) {
  const stock = all.filter(({ status }) => status !== 'deleted');
  const { t } = useLingui();
  const online = useOnline();
  const onDone = ({ added }: Imported) => {
    toast({ tone: 'success', title: t`${plural(added, { one: '# code added', other: '# codes added' })}` });
    onClose();
  };
  const codes = useCodesImport(productId, stock[0]?.variant_id ?? null, onDone);
  const { fields, check, busy, isLost, run } = codes;
  const isFixed = busy || isLost;
  const isBlocked = fields.text.trim() === '' || (check !== null && !hasNewCodes(check));
  return (
    <SheetDialog
      open
      size="lg"
      ignoresBackdrop
      onClose={busy ? () => undefined : onClose}
      title={<Trans>Add codes</Trans>}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={busy} disabled={!online || isBlocked} onClick={run}>
            {check ? <Plural value={check.new} one="Add # code" other="Add # codes" /> : <Trans>Check the codes</Trans>}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <ImportFailure codes={codes} />
        <VariantField {...{ stock, codes, isFixed }} />
        <CodesText codes={codes} isFixed={isFixed} />
        {check ? <CodesCheckResult check={check} /> : null}
        <Costs codes={codes} isFixed={isFixed} />
        <OfflineReason online={online} />
      </Stack>
    </SheetDialog>
  );
}

const hasNewCodes = ({ wrong, new: fresh }: CodesCheck): boolean => wrong.length === 0 && fresh > 0;

interface PartProps {
  codes: ReturnType<typeof useCodesImport>;
  isFixed: boolean;
}

/** Which variant the codes are for; nothing for a product without variants. */
function VariantField({ stock, codes: { fields, change }, isFixed }: PartProps & Pick<Props, 'stock'>) {
  const { t } = useLingui();
  if (stock.length < 2) return null;
  return (
    <SelectField
      label={t`Variant`}
      choices={stock.map(({ variant_id: id, title }) => ({ value: String(id), label: title ?? '' }))}
      value={String(fields.variantId)}
      disabled={isFixed}
      onChange={(id) => change({ variantId: Number(id) })}
    />
  );
}

/** The codes, typed, pasted, or read from a file of text. */
function CodesText({ codes: { fields, change }, isFixed }: PartProps) {
  const { t } = useLingui();
  const read = async (files: Iterable<File>) => {
    const [file] = files;
    if (!file) return;
    if (file.size > importBytesMax) toast({ tone: 'error', title: t`The file is larger than 2 MB.` });
    else change({ text: await file.text() });
  };
  return (
    <Box>
      <TextAreaField
        label={t`Codes`}
        hint={t`One in a line, or CSV whose first line names the columns: code, serial, pin, expires_at.`}
        required
        rows={8}
        dir="ltr"
        fontFamily="mono"
        autoComplete="off"
        spellCheck={false}
        data-autofocus=""
        value={fields.text}
        disabled={isFixed}
        onChange={(text) => change({ text })}
      />
      <FileButton
        mt="2"
        label={t`File with codes`}
        accept=".txt,.csv,text/plain,text/csv"
        disabled={isFixed}
        onFiles={(files) => void read(files)}
      >
        <FileUp aria-hidden="true" />
        <Trans>Choose a file</Trans>
      </FileButton>
    </Box>
  );
}

function Costs({ codes: { fields, change, failure }, isFixed }: PartProps) {
  const { t } = useLingui();
  const { field } = useRefusalText();
  const code = failure?.errors?.cost?.[0];
  return (
    <>
      {may('money') ? (
        <TextField
          label={t`Cost of one code (optional)`}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={fields.cost}
          disabled={isFixed}
          error={code === undefined ? null : field(code, t`Cost`)}
          onChange={(cost) => change({ cost })}
        />
      ) : null}
      <TextField
        label={t`Note (optional)`}
        hint={t`Where these codes come from, for the history.`}
        autoComplete="off"
        max={batchNoteMax}
        value={fields.note}
        disabled={isFixed}
        onChange={(note) => change({ note })}
      />
    </>
  );
}

/** Why the codes were not checked or added; a refused cost stands at its field. */
function ImportFailure({ codes: { failure, isLost } }: Pick<PartProps, 'codes'>) {
  const sentenceOf = useImportRefusal();
  if (isLost)
    return (
      <Notice tone="warning">
        <Trans>The answer was lost. Try again: the codes are added once.</Trans>
      </Notice>
    );
  if (failure === null || failure.errors?.cost) return null;
  return <Notice tone="error">{sentenceOf(failure)}</Notice>;
}

function useImportRefusal(): (failure: CallFailure) => string {
  const { t } = useLingui();
  const { failure: sentenceOf, field } = useRefusalText();
  return (failure) => {
    const code = failure.errors?.text?.[0];
    if (code === undefined) return sentenceOf(failure);
    if (code.startsWith('lines-max:')) return t`At most 10,000 codes are added at once.`;
    return code === 'already_exists'
      ? t`Another admin has added these codes meanwhile. Check again.`
      : field(code, t`Codes`);
  };
}
