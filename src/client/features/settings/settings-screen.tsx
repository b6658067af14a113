import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { Locale } from '../../../contract/locales.ts';
import { may, signedInPerson } from '../../api/session.ts';
import { readPreference, writePreference } from '../../local/preferences.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { activateLocale, isLocale, locales } from '../../text/locales.ts';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { recipes } from '../../ui/theme/recipes.ts';
import { Box, chakra, Muted, MutedSpan, Stack } from '../../ui/theme/styled.tsx';
import { AccountPanel } from './account-panel.tsx';
import { InstallPanel } from './install-panel.tsx';
import { MailPanel, NotificationPanel } from './mute-panels.tsx';
import { loadProfile } from './own-account.ts';
import { PinPanel } from './pin-panel.tsx';
import { SavedAnswersPanel } from './saved-answers-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { FactLine, SettingLine } from './setting-line.tsx';
import { ShopPanel } from './shop-panel.tsx';
import { SyncSummary } from './sync-summary.tsx';

/** The account of the signed-in user and the settings of this device, the same for all roles (C-29). */
export function SettingsScreen() {
  const { t } = useLingui();
  const [passwordChanges, setPasswordChanges] = useState(0);
  const role = signedInPerson()?.role;
  const profile = useRequest('account/profile', loadProfile);
  return (
    <>
      <PageHeader title={t`Settings`} />
      <Stack gap={{ base: '4', md: '5' }} maxW="45rem">
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
        {role === 'user' ? <SavedAnswersPanel /> : null}
        <Panel title={<Trans>This device</Trans>}>
          <SyncSummary />
        </Panel>
        <InstallPanel />
        <AboutPanel />
      </Stack>
    </>
  );
}

function Setting({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <SettingLine>
      {/* The group of choices has the name, too. */}
      <MutedSpan aria-hidden="true">{name}</MutedSpan>
      <Box minW="0" maxW="full" flex={{ base: '1 0 100%', sm: '0 1 auto' }}>
        {children}
      </Box>
    </SettingLine>
  );
}

type Theme = 'device' | 'light' | 'dark';

/** The choice of a light or dark theme, or that of the device; `boot.js` applies it. */
function AppearanceChoice() {
  const { t } = useLingui();
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    writePreference('cod_theme', next);
    window.dispatchEvent(new Event('cod-theme'));
    setTheme(next);
  };
  const choices = [
    { value: 'device' as const, label: t`Same as the device` },
    { value: 'light' as const, label: t`Light` },
    { value: 'dark' as const, label: t`Dark` },
  ];
  return <SegmentedChoice label={t`Appearance`} choices={choices} value={theme} onChange={choose} />;
}

function storedTheme(): Theme {
  const stored = readPreference('cod_theme');
  return stored === 'light' || stored === 'dark' ? stored : 'device';
}

/** The choice of the app's language on this device. */
function LanguageChoice() {
  const { t, i18n } = useLingui();
  const choices = (Object.keys(locales) as Locale[]).map((value) => ({ value, label: locales[value], lang: value }));
  return (
    <SegmentedChoice
      label={t`Language`}
      choices={choices}
      value={isLocale(i18n.locale) ? i18n.locale : 'en'}
      onChange={(locale) => void activateLocale(locale)}
    />
  );
}

/** The app's name and version, which are not translated. */
const build = `Comptoir ${__APP_VERSION__}`;

const Link = chakra('a', recipes.link);

/** The version of the app, where its data comes from, and the licences of the packages in it. */
function AboutPanel() {
  const { t } = useLingui();
  const online = useOnline();
  const host = <bdi dir="ltr">{location.host}</bdi>;
  return (
    <Panel title={<Trans>About</Trans>}>
      <chakra.dl>
        <FactLine name={t`Version`}>
          <bdi dir="ltr">{build}</bdi>
        </FactLine>
        <FactLine name={t`Server`}>{host}</FactLine>
      </chakra.dl>
      <Muted mt="1">
        <Trans>This device keeps a copy of your data from {host}, so that you can read it offline.</Trans>
      </Muted>
      <chakra.div mt="1">
        {online ? (
          // A page of its own beside the app; the file is not kept on the device.
          <Link
            href="/third-party-notices.txt"
            target="_blank"
            rel="noopener"
            display="inline-flex"
            alignItems="center"
            minH="11"
          >
            <Trans>Licences of the packages in this app</Trans>
          </Link>
        ) : (
          <OfflineReason online={online}>
            <Trans>You are offline. The licences are shown with a connection.</Trans>
          </OfflineReason>
        )}
      </chakra.div>
    </Panel>
  );
}
