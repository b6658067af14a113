import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { may, signedInPerson } from '../../api/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AboutPanel } from './about-panel.tsx';
import { AccountPanel } from './account-panel.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';
import { InstallPanel } from './install-panel.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { MailPanel, NotificationPanel } from './mute-panels.tsx';
import { loadProfile } from './own-account.ts';
import { PinPanel } from './pin-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SettingLine } from './setting-line.tsx';
import { ShopPanel } from './shop-panel.tsx';
import { SyncSummary } from './sync-summary.tsx';
import { useAnswer } from './use-answer.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The account of the signed-in user and the settings of this device, the same for all roles (C-29). */
export function SettingsScreen() {
  const { t } = useLingui();
  const [passwordChanges, setPasswordChanges] = useState(0);
  const role = signedInPerson()?.role;
  const profile = useAnswer(loadProfile);
  return (
    <>
      <PageHeader title={t`Settings`} />
      <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }} maxW="45rem">
        <AccountPanel profile={profile} onPasswordChanged={() => setPasswordChanges(passwordChanges + 1)} />
        <Panel title={<Trans>Language and appearance</Trans>}>
          <Setting name={<Trans>Language</Trans>}>
            <LanguageChoice />
          </Setting>
          <Setting name={<Trans>Appearance</Trans>}>
            <AppearanceChoice />
          </Setting>
        </Panel>
        {may('shop.change') ? <ShopPanel /> : null}
        {may('money') ? <PinPanel /> : null}
        {/* A new password ends the other sessions, so that the list is requested again. */}
        <SessionsPanel key={passwordChanges} />
        <NotificationPanel profile={profile} />
        {role === 'user' ? <MailPanel profile={profile} /> : null}
        <Panel title={<Trans>This device</Trans>}>
          <SyncSummary />
        </Panel>
        <InstallPanel />
        <AboutPanel />
      </Box>
    </>
  );
}

function Setting({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <SettingLine>
      {/* The group of choices has the name, too. */}
      <chakra.span color="fg.muted" aria-hidden="true">
        {name}
      </chakra.span>
      <Box minW="0" maxW="full" flex={{ base: '1 0 100%', sm: '0 1 auto' }}>
        {children}
      </Box>
    </SettingLine>
  );
}
