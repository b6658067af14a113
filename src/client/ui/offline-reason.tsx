import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  online: boolean;
  /** Goes into the button's `aria-describedby`. */
  id?: string;
  /** Another reason than the connection's. */
  children?: ReactNode;
}

/** Why a button beside it is disabled: shown only while the device is offline. */
export function OfflineReason({ online, id, children }: Props) {
  if (online) return null;
  return (
    <chakra.p id={id} display="inline-flex" alignItems="center" gap="2" textStyle="xs" color="fg.muted">
      <WifiOff size={14} aria-hidden="true" style={{ flexShrink: 0 }} />
      {children ?? <Trans>You are offline. This needs a connection.</Trans>}
    </chakra.p>
  );
}
