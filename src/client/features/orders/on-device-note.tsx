import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useCount } from '../../text/money.ts';

interface Props {
  onDevice: number;
  /** Orders altogether, where that is more than the device keeps. */
  beyond: number | null;
  online: boolean;
}

/** Offline: how many of all orders are on this device; nothing when all of them are. */
export function OnDeviceNote({ onDevice, beyond, online }: Props) {
  const count = useCount();
  if (online || beyond === null) return null;
  const [here, all] = [count(onDevice), count(beyond)];
  return (
    <chakra.p className="numbers" role="status" mt="2" textStyle="xs" color="fg.muted">
      <Trans>
        {here} of {all} orders are on this device. The others can be seen when you are connected.
      </Trans>
    </chakra.p>
  );
}
