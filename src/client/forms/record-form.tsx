import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode, type Ref } from 'react';
import { useOnline } from '../sync/use-sync-status.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineReason } from '../ui/offline-reason.tsx';
import { chakra, Wrap } from '../ui/theme/styled.tsx';
import { VersionConflict } from '../ui/version-conflict.tsx';
import type { VersionValues } from './save-record.ts';
import type { RecordForm } from './use-record-form.ts';

interface Props<Values extends VersionValues> {
  recordForm: RecordForm<Values>;
  ref?: Ref<HTMLFormElement>;
  /** The id of the form, for buttons outside of it. */
  id?: string;
  /** The label of the button that saves; without it the buttons are outside of the form. */
  save?: ReactNode;
  children: ReactNode;
}

/** Lays out the form of a record: the conflict, the fields, the error message and the buttons. */
export function RecordFormFrame<Values extends VersionValues>({ recordForm, ref, id, save, children }: Props<Values>) {
  const online = useOnline();
  const { conflict, problem, isBusy, submit, question } = recordForm;
  return (
    <chakra.form
      ref={ref}
      id={id}
      noValidate
      onSubmit={(event) => (online ? submit(event) : event.preventDefault())}
      display="flex"
      flexDirection="column"
      gap="4"
    >
      {conflict ? <VersionConflict key={conflict.rev} {...conflict} busy={isBusy} /> : null}
      {children}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {save ? (
        <Buttons recordForm={recordForm} online={online}>
          {save}
        </Buttons>
      ) : null}
      {question}
    </chakra.form>
  );
}

/** The reason why a form that is kept as a draft cannot be saved now; shown while the device is offline. */
export function DraftOfflineReason({ online, id }: { online: boolean; id: string }) {
  return (
    <OfflineReason online={online} id={id}>
      <Trans>You are offline. The form stays on this device; it can be saved when you are connected.</Trans>
    </OfflineReason>
  );
}

interface ButtonsProps {
  recordForm: Pick<RecordForm<VersionValues>, 'cancel' | 'isBusy'>;
  online: boolean;
  children: ReactNode;
}

function Buttons({ recordForm: { cancel, isBusy }, online, children }: ButtonsProps) {
  const reason = useId();
  return (
    <Wrap alignItems="center" justifyContent="flex-end" gap="3">
      <DraftOfflineReason online={online} id={reason} />
      <Wrap gap="3" flex={{ base: '1 0 100%', sm: 'none' }} css={{ '& > *': { flex: { base: '1', sm: 'none' } } }}>
        <Button variant="outline" onClick={cancel} disabled={isBusy}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isBusy} disabled={!online} aria-describedby={online ? undefined : reason}>
          {children}
        </Button>
      </Wrap>
    </Wrap>
  );
}
