import { Trans, useLingui } from '@lingui/react/macro';
import { recipes } from '../../ui/theme/recipes.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { OfflineReason } from '../../ui/offline-reason.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FactLine } from './setting-line.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

/** The app's name and version, which are not translated. */
const build = `Comptoir ${__APP_VERSION__}`;

const Link = chakra('a', recipes.link);

/** The version of the app, where its data comes from, and the licences of the packages in it. */
export function AboutPanel() {
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
      <chakra.p color="fg.muted" mt="1">
        <Trans>This device keeps a copy of your data from {host}, so that you can read it offline.</Trans>
      </chakra.p>
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
