import { Trans } from '@lingui/react/macro';
import { usePeople } from '../../lists/people.ts';
import { IsolatedText } from '../../ui/free-text.tsx';
import { SheetDialog } from '../../ui/sheet-dialog.tsx';
import { ExportMovements } from './export-movements.tsx';
import { LedgerList } from './ledger-list.tsx';
import { loadLedger } from './loads.ts';
import { useHistory } from '../../lists/use-history.ts';
import { useUserChanges } from './user-changes.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** The customer's id. */
  id: number;
  onClose: () => void;
}

/** The balance history of a customer, page by page (S2F-12). Needs a new `key` for each id. */
export function BalanceHistoryDialog({ id, onClose }: Props) {
  const person = usePeople([id]).get(id);
  const ledger = useHistory(loadLedger, { id, version: useUserChanges() });
  return (
    <SheetDialog
      open
      size="lg"
      onClose={onClose}
      title={<Trans>Balance history</Trans>}
      description={person ? <IsolatedText>{person.name}</IsolatedText> : undefined}
      footer={
        <>
          {ledger.total > 0 ? <ExportMovements id={id} /> : null}
          <Button variant="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <LedgerList ledger={ledger} />
    </SheetDialog>
  );
}
