import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useCount } from '../../text/money.ts';

interface Props {
  onDevice: number;
  /** Tickets altogether, where that is more than the device keeps. */
  beyond: number | null;
  online: boolean;
}

/** Offline: how many of all tickets are on this device (S2M-09). */
export function OnDeviceNote({ onDevice, beyond, online }: Props) {
  const count = useCount();
  if (online) return null;
  const [here, all] = [count(onDevice), count(beyond ?? onDevice)];
  return (
    <chakra.p className="numbers" mt="2" textStyle="xs" color="fg.muted">
      {beyond === null ? (
        <Trans>All {all} tickets are on this device.</Trans>
      ) : (
        <Trans>
          {here} of {all} tickets are on this device. The others can be seen when you are connected.
        </Trans>
      )}
    </chakra.p>
  );
}
