import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { User } from '../../../contract/people.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useUndecidedText } from '../../forms/lost-attempt.ts';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { useServerForm } from '../../forms/use-server-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonButtons, SkeletonField } from '../../ui/skeleton-fields.tsx';
import { toast } from '../../ui/toast.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { isMissing, useUser, reportUserChange } from './loads.ts';
import { UserConflict, useUserConflict } from './user-conflict.tsx';
import { EditedUser, fieldsOf, type UserFields } from './user-form-fields.ts';
import { UserForm } from './user-form.tsx';
import { UserMissing } from './user-missing.tsx';
import { mayEdit } from './user-rules.ts';
import { useFieldNames } from './user-words.tsx';
import { Box, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** The form of an existing user as a page (S2B-16). */
export function EditUserScreen() {
  const { id } = useParams({ strict: false });
  return <EditUser key={id} id={Number(id)} />;
}

function EditUser({ id }: { id: number }) {
  const { t } = useLingui();
  const { data: user, ...loaded } = useUser(id);
  return (
    <Box maxW="2xl">
      <PageHeader
        title={t`Edit user`}
        breadcrumb={[
          { label: t`Dashboard`, to: '/dashboard' },
          { label: t`Users`, to: '/admin/users' },
          { label: user ? <FreeText truncate>{user.name}</FreeText> : `#${id}`, to: `/admin/users/${id}` },
        ]}
      />
      {isMissing({ data: user, failure: loaded.failure }) ? (
        <UserMissing />
      ) : (
        <Panel>
          {user ? <EditForm user={user} /> : loaded.isLoading ? <FormSkeleton /> : <LoadState {...loaded} />}
        </Panel>
      )}
    </Box>
  );
}

/** Placeholders of the fields of `UserForm`. */
function FormSkeleton() {
  return (
    <Stack gap="4" aria-busy="true">
      <SkeletonField />
      <SkeletonField />
      <SkeletonField hints={['85%']} />
      <SkeletonField hints={['60%']} />
      <SkeletonField />
      <Box mt="2">
        <SkeletonButtons narrow />
      </Box>
    </Stack>
  );
}

function EditForm({ user }: { user: User }) {
  const formId = useId();
  const online = useOnline();
  const { userForm, question, conflict, takeTheirs } = useEditUser(user);
  if (!mayEdit(currentDatabase().userId, user)) {
    return (
      <Notice tone="warning">
        <Trans>Only the root admin can edit other admins.</Trans>
      </Notice>
    );
  }
  return (
    <>
      {question}
      {conflict ? (
        <Box mb="5">
          <UserConflict {...{ conflict, userForm }} onTakeTheirs={() => takeTheirs(userForm.form)} />
        </Box>
      ) : null}
      <UserForm id={formId} userForm={userForm} user={user} isFixed={userForm.isBusy} />
      <Stack mt="6" gap="3">
        <OfflineReason online={online} id={`${formId}-offline`} />
        <Wrap justifyContent="flex-end" gap="3">
          <ButtonLink to={`/admin/users/${user.id}`} variant="outline">
            <Trans>Cancel</Trans>
          </ButtonLink>
          <Button
            type="submit"
            form={formId}
            loading={userForm.isBusy}
            disabled={!online}
            aria-describedby={online ? undefined : `${formId}-offline`}
          >
            <Trans>Save</Trans>
          </Button>
        </Wrap>
      </Stack>
    </>
  );
}

function useEditUser(user: User) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const labels = useFieldNames();
  const [isSaved, setSaved] = useState(false);
  const { conflict, save, takeTheirs } = useUserConflict(user);
  const undecidedText = useUndecidedText();
  const send = async (fields: UserFields): Promise<CallFailure | null> => {
    const failure = await save(fields, serverForm.form);
    if (failure) return failure;
    toast({ tone: 'success', title: t`User updated` });
    reportUserChange();
    setSaved(true);
    return null;
  };
  const serverForm = useServerForm<UserFields>({ schema: EditedUser, defaultValues: fieldsOf(user), labels, send });
  const { failure } = serverForm;
  // A conflict is shown with both values.
  const problem = failure?.code === 'CONFLICT' ? null : (undecidedText(failure) ?? serverForm.problem);
  const userForm = { ...serverForm, problem };
  const { isDirty } = useFormState({ control: userForm.form.control });
  const guard = useLeaveGuard({ isDirty: isDirty && !isSaved, onDiscard: () => undefined });
  // After the guard has seen that the form is saved.
  useEffect(() => {
    if (isSaved) void navigate({ to: `/admin/users/${user.id}` });
  }, [isSaved, navigate, user.id]);
  return { userForm, question: guard.question, conflict, takeTheirs };
}
