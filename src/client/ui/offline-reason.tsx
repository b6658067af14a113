import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Muted } from './theme/styled.tsx';

interface Props {
  online: boolean;
  /** The id for the button's `aria-describedby`. */
  id?: string;
  /** Replaces the text about the connection. */
  children?: ReactNode;
}

/** The reason why the button beside it is disabled; shown while the device is offline. */
export function OfflineReason({ online, id, children }: Props) {
  if (online) return null;
  return (
    <Muted id={id} display="inline-flex" alignItems="center" gap="2" textStyle="xs">
      <WifiOff size="0.875rem" aria-hidden="true" style={{ flexShrink: 0 }} />
      {children ?? <Trans>You are offline. This needs a connection.</Trans>}
    </Muted>
  );
}
