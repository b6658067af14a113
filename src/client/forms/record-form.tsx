import type { ReactNode, Ref } from 'react';
import { useOnline } from '../sync/use-sync-status.ts';
import { Notice } from '../ui/notice.tsx';
import { chakra } from '../ui/theme/styled.tsx';
import { VersionConflict } from '../ui/version-conflict.tsx';
import { OnlineFormButtons } from './online-form-buttons.tsx';
import type { RecordForm, VersionValues } from './use-record-form.ts';

interface Props<Values extends VersionValues> {
  record: RecordForm<Values>;
  ref?: Ref<HTMLFormElement>;
  /** The id of the form, for buttons outside of it. */
  id?: string;
  /** The label of the button that saves; without it the buttons are outside of the form. */
  save?: ReactNode;
  children: ReactNode;
}

/** The form of a record: a conflict with another admin's version, the fields, why it is not saved, and its buttons. */
export function RecordFormFrame<Values extends VersionValues>({ record, ref, id, save, children }: Props<Values>) {
  const online = useOnline();
  const { conflict, problem, isBusy, submit, cancel, question } = record;
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
      {conflict ? <VersionConflict {...conflict} busy={isBusy} /> : null}
      {children}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {save ? (
        <OnlineFormButtons online={online} busy={isBusy} onCancel={cancel}>
          {save}
        </OnlineFormButtons>
      ) : null}
      {question}
    </chakra.form>
  );
}
