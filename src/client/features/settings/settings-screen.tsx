import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { signedInPerson } from '../../api/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AppearanceChoice } from './appearance-choice.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { PinPanel } from './pin-panel.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { SyncSummary } from './sync-summary.tsx';

/** The app's name and version, which are not translated. */
const build = `Comptoir ${__APP_VERSION__}`;

/** The settings of this device: the signed-in user, language, theme, pending changes, and the app's version. */
export function SettingsScreen() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Settings`} />
      <Box display="flex" flexDirection="column" gap={{ base: '4', md: '5' }} maxW="3xl">
        <Panel title={<Trans>Account</Trans>}>
          <Account />
          <Box mt="4">
            <SignOutButton />
          </Box>
        </Panel>
        <Panel title={<Trans>Language and appearance</Trans>}>
          <Box display="grid" gap="6" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
            <LanguageChoice />
            <AppearanceChoice />
          </Box>
        </Panel>
        {signedInPerson()?.role === 'admin' ? <PinPanel /> : null}
        <Panel title={<Trans>This device</Trans>}>
          <SyncSummary />
        </Panel>
        <chakra.p textStyle="xs" color="fg.subtle" px="1" dir="ltr" textAlign="start">
          <bdi>{build}</bdi>
        </chakra.p>
      </Box>
    </>
  );
}

function Account() {
  const { t } = useLingui();
  const [person] = useState(signedInPerson);
  if (!person) return null;
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: '10rem 1fr' }}
      columnGap="4"
      rowGap={{ base: '0', sm: '2.5' }}
    >
      <Fact name={t`Name`}>
        <bdi>{person.name}</bdi>
      </Fact>
      <Fact name={t`E-mail`}>
        <bdi dir="ltr">{person.email}</bdi>
      </Fact>
      <Fact name={t`Role`}>
        {person.role === 'admin' ? <Trans>Admin</Trans> : <Trans context="role">Customer</Trans>}
      </Fact>
    </chakra.dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <chakra.dt color="fg.muted">{name}</chakra.dt>
      <chakra.dd fontWeight="medium" mb={{ base: '2', sm: '0' }} overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </>
  );
}
