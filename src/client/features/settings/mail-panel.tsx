import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { updateProfile } from '../../../contract/auth.ts';
import { mailKinds } from '../../../contract/notifications.ts';
import { call } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
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

type MailKind = (typeof mailKinds)[number];

/** The kinds of e-mail that a customer wants (C-29). */
export function MailPanel({ profile }: { profile: ProfileAnswer }) {
  const { t } = useLingui();
  const online = useOnline();
  const { failure, isLoading, reload, replace } = profile;
  const muted = profile.data?.muted_mail;
  const { busy, whileBusy } = useBusy();
  // The switch that was pressed, until the server has answered.
  const [wanted, setWanted] = useState<readonly MailKind[] | null>(null);
  const { failure: sentenceOf } = useRefusalText();
  const names: Record<MailKind, string> = {
    'ticket.response': t`Answers to your tickets`,
    'order.delivered': t`Delivered orders`,
    'balance.changed': t`Changes of your balance`,
  };
  const change = async (kind: MailKind, isWanted: boolean) => {
    const others = (muted ?? []).filter((one) => one !== kind);
    const next = isWanted ? others : [...others, kind];
    setWanted(next);
    await call(updateProfile, { muted_mail: next }).then(
      ({ profile: saved }) => replace(saved),
      (thrown: unknown) => toast({ tone: 'error', kind: 'mail', title: sentenceOf(asFailure(thrown)) }),
    );
    setWanted(null);
  };
  // A second press waits for the answer to the first.
  const press = (kind: MailKind, isWanted: boolean) => {
    if (!busy) void whileBusy(() => change(kind, isWanted));
  };
  const shown = wanted ?? muted;
  return (
    <Panel title={<Trans>E-mails</Trans>}>
      <chakra.p color="fg.muted" mb="2">
        <Trans>E-mails about the security of your account are always sent.</Trans>
      </chakra.p>
      <LoadState {...{ failure, isLoading }} retry={reload} hasData={muted !== undefined} />
      {shown
        ? mailKinds.map((kind) => (
            <SettingLine key={kind}>
              <Switch
                label={names[kind]}
                checked={!shown.includes(kind)}
                disabled={!online}
                aria-describedby={online ? undefined : 'mail-offline'}
                onChange={(isWanted) => press(kind, isWanted)}
              />
            </SettingLine>
          ))
        : null}
      {shown ? <OfflineReason online={online} id="mail-offline" /> : null}
    </Panel>
  );
}
