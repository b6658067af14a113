import { Trans } from '@lingui/react/macro';
import { useFormatTotal } from '../text/totals.ts';
import { Muted } from './theme/styled.tsx';

interface Props {
  records: 'orders' | 'tickets' | 'movements' | 'users';
  onDevice: number;
  /** The total number of records when the device keeps fewer of them, or `uncounted`; null otherwise. */
  totalIfPartial: number | null;
  online: boolean;
  /** The progress of the first load; null when it is complete. */
  firstLoad: object | null;
}

/** Says how many records of a list are on this device, while offline and once the first load is complete (S2M-09). */
export function OnDeviceNote({ online, firstLoad, ...numbers }: Props) {
  if (online || firstLoad || numbers.onDevice === 0) return null;
  return (
    <Muted className="numbers" role="status" mt="2" textStyle="xs">
      <Sentence {...numbers} />
    </Muted>
  );
}

function Sentence({ records, onDevice, totalIfPartial }: Pick<Props, 'records' | 'onDevice' | 'totalIfPartial'>) {
  const formatTotal = useFormatTotal();
  const [here, all] = [formatTotal(onDevice), formatTotal(totalIfPartial ?? onDevice)];
  if (records === 'tickets')
    return totalIfPartial === null ? (
      <Trans>All {all} tickets are on this device.</Trans>
    ) : (
      <Trans>
        {here} of {all} tickets are on this device. The others can be seen when you are connected.
      </Trans>
    );
  if (records === 'users')
    return totalIfPartial === null ? (
      <Trans>Users on this device: {here}. If there are others, they can be seen when you are connected.</Trans>
    ) : (
      <Trans>
        {here} of {all} users are on this device. The others can be seen when you are connected.
      </Trans>
    );
  if (records === 'movements')
    return totalIfPartial === null ? (
      <Trans>All {all} movements are on this device.</Trans>
    ) : (
      <Trans>
        {here} of {all} movements are on this device. The others can be seen when you are connected.
      </Trans>
    );
  return totalIfPartial === null ? (
    <Trans>All {all} orders are on this device.</Trans>
  ) : (
    <Trans>
      {here} of {all} orders are on this device. The others can be seen when you are connected.
    </Trans>
  );
}
