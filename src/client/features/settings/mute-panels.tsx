import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type ReactNode } from 'react';
import { updateProfile } from '../../../contract/auth.ts';
import type { MailKind, NotificationKind } from '../../../contract/notifications.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { may } from '../../api/session.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { LoadState } from '../../ui/load-state.tsx';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import type { ProfileAnswer } from './own-account.ts';
import { SettingLine } from './setting-line.tsx';
import { Muted } from '../../ui/theme/styled.tsx';

/** The kinds of e-mail that a customer wants (C-29). */
export function MailPanel({ profile }: { profile: ProfileAnswer }) {
  const { t } = useLingui();
  const names: Record<MailKind, string> = {
    'ticket.response': t`Answers to your tickets`,
    'order.delivered': t`Delivered orders`,
    'balance.changed': t`Changes of your balance`,
  };
  return (
    <MutePanel
      profile={profile}
      field="muted_mail"
      title={<Trans>E-mails</Trans>}
      hint={<Trans>E-mails about the security of your account are always sent.</Trans>}
      names={names}
    />
  );
}

/** The kinds of notification that a user wants (C-29). */
export function NotificationPanel({ profile }: { profile: ProfileAnswer }) {
  const { t } = useLingui();
  const ofSupport = { 'ticket.opened': t`New tickets`, 'ticket.response': t`Answers from customers` };
  const ofCustomer = {
    'ticket.response': t`Answers to your tickets`,
    'ticket.status': t`Status of your tickets`,
    'order.status': t`Status of your orders`,
    'balance.changed': t`Changes of your balance`,
  };
  const names: Partial<Record<NotificationKind, string>> = may('tickets.work') ? ofSupport : ofCustomer;
  // A server of an earlier version has no such choice.
  if (profile.data && !profile.data.muted_notifications) return null;
  return (
    <MutePanel
      profile={profile}
      field="muted_notifications"
      title={<Trans>Notifications</Trans>}
      hint={<Trans>What you switch off is no longer added to your notifications.</Trans>}
      names={names}
    />
  );
}

/** The whole row is the switch's target. */
const switchAtEnd = {
  '& > label': { flex: '1', flexDirection: 'row-reverse', justifyContent: 'space-between' },
} as const;

interface Props {
  profile: ProfileAnswer;
  field: 'muted_mail' | 'muted_notifications';
  title: ReactNode;
  hint: ReactNode;
  /** The kinds in their order, with their names. */
  names: Readonly<Record<string, string>>;
}

/** A switch for each kind of message; the server stores the kinds that are switched off. */
function MutePanel({ profile, field, title, hint, names }: Props) {
  const online = useOnline();
  const reasonId = useId();
  const { failure, isLoading, retry, replace } = profile;
  const muted: readonly string[] | undefined = profile.data?.[field];
  const { busy, whileBusy } = useBusy();
  // The kinds as the switch that was pressed leaves them, until the server has answered.
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const { failure: sentenceOf } = useRefusalText();
  const change = async (kind: string, isWanted: boolean) => {
    const others = (muted ?? []).filter((one) => one !== kind);
    const next = isWanted ? others : [...others, kind];
    setWanted(next);
    await call(updateProfile, { [field]: next }).then(
      ({ profile: saved }) => replace(saved),
      (thrown: unknown) => toast({ tone: 'error', kind: field, title: sentenceOf(asFailure(thrown)) }),
    );
    setWanted(null);
  };
  // A second press waits for the answer to the first.
  const press = (kind: string, isWanted: boolean) => {
    if (!busy) void whileBusy(() => change(kind, isWanted));
  };
  const shown = wanted ?? muted;
  return (
    <Panel title={title}>
      <Muted mb="2">{hint}</Muted>
      <LoadState {...{ failure, isLoading, retry }} hasData={muted !== undefined} />
      {shown
        ? Object.entries(names).map(([kind, name]) => (
            <SettingLine key={kind} css={switchAtEnd}>
              <Switch
                label={name}
                checked={!shown.includes(kind)}
                disabled={!online}
                aria-describedby={online ? undefined : reasonId}
                onChange={(isWanted) => press(kind, isWanted)}
              />
            </SettingLine>
          ))
        : null}
      {shown ? <OfflineReason online={online} id={reasonId} /> : null}
    </Panel>
  );
}
