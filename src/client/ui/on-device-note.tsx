import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { useCount } from '../text/money.ts';

interface Props {
  records: 'orders' | 'tickets';
  onDevice: number;
  /** All records of the list, where that is more than the device keeps. */
  beyond: number | null;
  online: boolean;
  /** The first load, while it is not finished. */
  firstLoad: object | null;
}

/** Offline and after the first load: how many records of a list are on this device (S2M-09). */
export function OnDeviceNote({ online, firstLoad, ...numbers }: Props) {
  if (online || firstLoad || numbers.onDevice === 0) return null;
  return (
    <chakra.p className="numbers" role="status" mt="2" textStyle="xs" color="fg.muted">
      <Sentence {...numbers} />
    </chakra.p>
  );
}

function Sentence({ records, onDevice, beyond }: Pick<Props, 'records' | 'onDevice' | 'beyond'>) {
  const count = useCount();
  const [here, all] = [count(onDevice), count(beyond ?? onDevice)];
  if (records === 'tickets')
    return beyond === null ? (
      <Trans>All {all} tickets are on this device.</Trans>
    ) : (
      <Trans>
        {here} of {all} tickets are on this device. The others can be seen when you are connected.
      </Trans>
    );
  return beyond === null ? (
    <Trans>All {all} orders are on this device.</Trans>
  ) : (
    <Trans>
      {here} of {all} orders are on this device. The others can be seen when you are connected.
    </Trans>
  );
}
