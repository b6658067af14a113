import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '../../../contract/audit.ts';
import { isShown, useAuditFields } from '../../text/audit-fields.ts';
import { useAuditWords } from '../../text/audit-words.ts';
import { useDates } from '../../text/dates.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { Author } from './audit-list.tsx';
import { useNameOfRecord } from './names.ts';
import type { AuditFilter } from './use-audit.ts';
import { chakra, Muted } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  entry: AuditEntry | undefined;
  onClose: () => void;
  /** Shows other rows of the log. */
  onNarrow: (filter: Partial<AuditFilter> & { entry?: undefined }) => void;
}

/** One row of the audit log with the values before and after, side by side (S2T-02). */
export function AuditEntryDialog({ entry, onClose, onNarrow }: Props) {
  return entry ? <OpenEntry {...{ entry, onClose, onNarrow }} /> : null;
}

function OpenEntry({ entry, onClose, onNarrow }: Props & { entry: AuditEntry }) {
  const words = useAuditWords();
  const dates = useDates();
  const { actor_id: actor, entity, entity_key: key } = entry;
  const narrow = (filter: Partial<AuditFilter>) => onNarrow({ ...none, ...filter, entry: undefined });
  return (
    <SheetDialog
      open
      size="lg"
      onClose={onClose}
      title={words.what(entry)}
      description={
        <>
          <Author entry={entry} /> · {dates.full(entry.created_at)}
        </>
      }
      footer={
        <>
          {actor === null ? null : (
            <Button variant="outline" onClick={() => narrow({ user: [String(actor)] })}>
              <Trans>Changes by this user</Trans>
            </Button>
          )}
          <Button variant="outline" onClick={() => narrow({ entity: [entity], key })}>
            <Trans>Changes of this record</Trans>
          </Button>
        </>
      }
    >
      <Values entry={entry} />
    </SheetDialog>
  );
}

const none: AuditFilter = { user: [], entity: [], key: '', action: [], from: '', to: '' };

function Values({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui();
  const fields = useAuditFields(entry.entity, useNameOfRecord(entry));
  const shown = entry.fields.filter(({ field }) => isShown(field));
  if (shown.length === 0)
    return (
      <Muted>
        <Trans>This change has no values.</Trans>
      </Muted>
    );
  const heads = {
    before: t({ message: 'Before', context: 'audit log' }),
    after: t({ message: 'After', context: 'audit log' }),
  };
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t({ message: 'Field', context: 'audit log' })}</th>
          <th scope="col">{heads.before}</th>
          <th scope="col">{heads.after}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ field, old_value: old, new_value: next }) => (
          <tr key={field}>
            <th scope="row">{fields.nameOf(field)}</th>
            <td data-name={heads.before}>
              <Lines lines={fields.linesOf(field, old)} />
            </td>
            <td data-name={heads.after}>
              <Lines lines={fields.linesOf(field, next)} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, at) => (
    // Lines of one value keep their order, and may be equal.
    // oxlint-disable-next-line react/no-array-index-key
    <FreeText key={at} whiteSpace="pre-wrap">
      {line}
    </FreeText>
  ));

/** Three columns; on phones each field is a block with both values under its name. */
const Table = chakra('table', {
  base: {
    w: 'full',
    tableLayout: 'fixed',
    textStyle: 'sm',
    '& th, & td': { textAlign: 'start', verticalAlign: 'top', py: '2', pe: '3' },
    '& th': { fontWeight: 'medium' },
    '& thead th': { textStyle: 'label', color: 'fg.subtle' },
    '& tbody tr': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '& td:nth-of-type(1)': { color: 'fg.muted' },
    smDown: {
      '& thead': { srOnly: true },
      '& tr': { display: 'block', py: '2', _first: { borderTopWidth: '0' } },
      '& tbody th': { display: 'block', pb: '1', pt: '0' },
      '& td': { display: 'grid', gridTemplateColumns: '5rem 1fr', py: '0.5', pe: '0' },
      '& td::before': {
        content: 'attr(data-name)',
        gridRow: '1 / span 99',
        color: 'fg.subtle',
        textStyle: 'xs',
        pt: '0.5',
      },
      '& td > *': { gridColumn: '2' },
    },
  },
});
