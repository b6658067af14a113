import { Trans, useLingui } from '@lingui/react/macro';
import { Monitor, Smartphone } from 'lucide-react';
import { isolated } from '../../text/isolated.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra, Muted, Wrap } from '../../ui/theme/styled.tsx';
import type { OwnSession } from './own-account.ts';
import { SettingLine } from './setting-line.tsx';

interface Props {
  session: OwnSession;
  online: boolean;
  onEnd: () => void;
  /** The id of the sentence that says why nothing can be ended offline. */
  offlineId: string;
}

/** A device on which the user is logged in: what it is, where and when it was used last. */
export function SessionLine({ session, online, onEnd, offlineId }: Props) {
  const { t } = useLingui();
  const name = useDeviceName()(session);
  const Icon = deviceOf(session.user_agent).isMobile ? Smartphone : Monitor;
  return (
    <SettingLine as="li" gap="3">
      <Box color="fg.subtle" alignSelf="flex-start" pt="1" aria-hidden="true">
        <Icon size="1.25rem" />
      </Box>
      <Box flex="1 1 8rem" minW="0">
        <Wrap alignItems="center" columnGap="2">
          <chakra.span fontWeight="medium" overflowWrap="anywhere">
            <bdi>{name}</bdi>
          </chakra.span>
          {session.is_current ? <StatusBadge label={t`This device`} tone="green" /> : null}
        </Wrap>
        <Usage session={session} />
      </Box>
      {session.is_current ? null : (
        <Button
          size="sm"
          variant="outline"
          flexShrink={0}
          aria-label={t`Log out ${{ name: isolated(name) }}`}
          disabled={!online}
          aria-describedby={online ? undefined : offlineId}
          onClick={onEnd}
        >
          <Trans context="device">Log out</Trans>
        </Button>
      )}
    </SettingLine>
  );
}

function Usage({ session }: { session: OwnSession }) {
  const used = <RelativeTime at={session.used_at} ago />;
  const since = <RelativeTime at={session.created_at} ago />;
  const address = <bdi dir="ltr">{session.address}</bdi>;
  return (
    <Muted textStyle="xs" overflowWrap="anywhere">
      {session.address === null ? (
        <Trans>
          Last used {used} · logged in {since}
        </Trans>
      ) : (
        <Trans>
          Last used {used} from {address} · logged in {since}
        </Trans>
      )}
    </Muted>
  );
}

/** Returns a function that names the device of a session: "Chrome on Windows". */
export function useDeviceName(): (session: OwnSession) => string {
  const { t } = useLingui();
  return ({ user_agent }) => {
    const { browser, system } = deviceOf(user_agent);
    if (browser && system) return t`${browser} on ${system}`;
    return browser ?? system ?? t`Unknown device`;
  };
}

/** The program and the device of a session, by the names that their makers give them. */
interface DeviceWords {
  browser: string | null;
  system: string | null;
  /** A phone or a tablet. */
  isMobile: boolean;
}

/** Reads browser and device from a User-Agent; parts that it does not name are null. */
function deviceOf(userAgent: string | null): DeviceWords {
  const agent = userAgent ?? '';
  return {
    browser: nameIn(agent, browsers) ?? firstProduct(agent),
    system: nameIn(agent, systems),
    isMobile: /iPhone|iPad|Android|Mobile/.test(agent),
  };
}

type Names = readonly (readonly [sign: RegExp, name: string])[];

/** Most browsers also name those they resemble, so the order counts. */
const browsers: Names = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (agent: string, names: Names): string | null => names.find(([sign]) => sign.test(agent))?.[1] ?? null;

/** `curl` of `curl/8.5.0`; null for a browser that only says that it resembles Mozilla. */
function firstProduct(agent: string): string | null {
  const name = /^[\w.-]{1,40}/.exec(agent)?.[0];
  return name && name !== 'Mozilla' ? name : null;
}
