import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { CloudOff, History } from 'lucide-react';
import { useDates } from '../text/dates.ts';
import { useNow } from './use-now.ts';

interface Props {
  /** When the device last heard from the server, in ms; null when it never has. */
  at: number | null;
  online: boolean;
  /** Ms after which an online screen says its age too. */
  fresh?: number;
}

/** "Updated 5 minutes ago", shown when the screen is offline or its facts are old. */
export function AgeNote({ at, online, fresh = 300_000 }: Props) {
  const dates = useDates();
  const now = useNow();
  if (at === null || (online && now - at < fresh)) return null;
  const Picture = online ? History : CloudOff;
  const age = dates.relative(at, now);
  return (
    <chakra.p display="inline-flex" alignItems="center" gap="1.5" textStyle="xs" color="fg.subtle">
      <Picture size={14} aria-hidden="true" />
      {online ? <Trans>Updated {age}</Trans> : <Trans>Offline · updated {age}</Trans>}
    </chakra.p>
  );
}
