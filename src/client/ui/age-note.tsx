import { Trans } from '@lingui/react/macro';
import { CloudOff, History } from 'lucide-react';
import { useDates } from '../text/dates.ts';
import { useNow } from './relative-time.tsx';
import { chakra } from './theme/styled.tsx';

interface Props {
  /** When the data was last updated, in ms; null when it never was. */
  at: number | null;
  online: boolean;
  /** Age in ms from which the note is shown while online, too. */
  freshMs?: number;
}

/** "Updated 5 minutes ago", shown when the device is offline or the data is old. */
export function AgeNote({ at, online, freshMs = 300_000 }: Props) {
  const dates = useDates();
  const now = useNow();
  if (at === null || (online && now - at < freshMs)) return null;
  const Icon = online ? History : CloudOff;
  const age = dates.relative(at, now);
  return (
    <chakra.p display="inline-flex" alignItems="center" gap="1.5" textStyle="xs" color="fg.subtle">
      <Icon size="0.875rem" aria-hidden="true" />
      {online ? <Trans>Updated {age}</Trans> : <Trans>Offline · updated {age}</Trans>}
    </chakra.p>
  );
}
