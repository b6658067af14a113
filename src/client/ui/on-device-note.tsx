import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormatTotal } from '../text/totals.ts';
import { Muted } from './theme/styled.tsx';

interface Props {
  records: 'orders' | 'tickets' | 'movements' | 'users' | 'topups';
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
  return (totalIfPartial === null ? ofAll : ofSome)({ here, all })[records];
}

type Sentences = (counts: { here: string; all: string }) => Record<Props['records'], ReactNode>;

const ofAll: Sentences = ({ here, all }) => ({
  orders: <Trans>All {all} orders are on this device.</Trans>,
  tickets: <Trans>All {all} tickets are on this device.</Trans>,
  movements: <Trans>All {all} movements are on this device.</Trans>,
  topups: <Trans>All {all} requests are on this device.</Trans>,
  // A device does not know whether there are others.
  users: <Trans>Users on this device: {here}. If there are others, they can be seen when you are connected.</Trans>,
});

const ofSome: Sentences = ({ here, all }) => ({
  orders: (
    <Trans>
      {here} of {all} orders are on this device. The others can be seen when you are connected.
    </Trans>
  ),
  tickets: (
    <Trans>
      {here} of {all} tickets are on this device. The others can be seen when you are connected.
    </Trans>
  ),
  movements: (
    <Trans>
      {here} of {all} movements are on this device. The others can be seen when you are connected.
    </Trans>
  ),
  topups: (
    <Trans>
      {here} of {all} requests are on this device. The others can be seen when you are connected.
    </Trans>
  ),
  users: (
    <Trans>
      {here} of {all} users are on this device. The others can be seen when you are connected.
    </Trans>
  ),
});
