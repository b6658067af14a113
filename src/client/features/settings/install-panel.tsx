import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useInstallOffer } from '../../ui/install-offer.ts';
import { Panel } from '../../ui/panel.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { chakra, Muted } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/** Installs the app, or says how to; not shown in the installed app. */
export function InstallPanel() {
  const install = useInstallOffer();
  const isInstalled = useSyncExternalStore(followDisplayMode, isStandalone);
  const { busy, whileBusy } = useBusy();
  if (isInstalled) return null;
  return (
    <Panel title={<Trans>Install the app</Trans>}>
      <Muted mb="3">
        {isApple() ? (
          <Trans>
            Safari deletes the data of a website that you have not opened for seven days of use, also what was not sent
            yet. An installed app keeps its data.
          </Trans>
        ) : (
          <Trans>
            An installed app keeps its data, works offline and opens from your home screen in its own window.
          </Trans>
        )}
      </Muted>
      {install ? (
        <Button loading={busy} onClick={() => void whileBusy(install)}>
          <Download size={16} aria-hidden="true" />
          <Trans>Install</Trans>
        </Button>
      ) : (
        <Steps />
      )}
    </Panel>
  );
}

function Steps() {
  if (isPhoneOfApple())
    return (
      <StepList>
        <li>
          <Trans>Tap the share button of the browser.</Trans>
        </li>
        <li>
          <Trans>Choose “Add to Home Screen”.</Trans>
        </li>
        <li>
          <Trans>Open Comptoir from your home screen and log in once more.</Trans>
        </li>
      </StepList>
    );
  return (
    <StepList>
      <li>
        <Trans>Open the menu of your browser.</Trans>
      </li>
      <li>
        <Trans>Choose “Install”, “Add to Home screen” or “Add to Dock”. Firefox on computers cannot do this.</Trans>
      </li>
    </StepList>
  );
}

const StepList = chakra('ol', {
  base: { listStyleType: 'decimal', ps: '5', display: 'flex', flexDirection: 'column', gap: '1.5' },
});

const standalone = '(display-mode: standalone)';

/** Older versions of Safari have only `navigator.standalone`. */
const isStandalone = (): boolean =>
  matchMedia(standalone).matches || (navigator as { standalone?: boolean }).standalone === true;

function followDisplayMode(listener: () => void): () => void {
  const query = matchMedia(standalone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** An iPad says that it is a Mac; no Mac has a touch screen. */
const isPhoneOfApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** All browsers of iPhones, and Safari of Macs. */
const isApple = (): boolean => isPhoneOfApple() || /Macintosh.*Version\/.*Safari\//.test(navigator.userAgent);
