import { Box } from '@chakra-ui/react/box';
import { useLiveQuery } from 'dexie-react-hooks';
import { currentDatabase } from '../../local/current.ts';
import { useNow } from '../../ui/use-now.ts';
import { DoubtNotice } from './doubt-notice.tsx';
import { readOrdersInDoubt } from './doubts.ts';

/** Ms an order may be under way before it counts as in doubt here; until then its popup speaks for it. */
const patience = 25_000;

/** Every order in doubt, on top of the order list. */
export function DoubtList() {
  const orders = useLiveQuery(() => readOrdersInDoubt(currentDatabase()), []);
  const now = useNow(5_000);
  const shown = orders?.filter((order) => now - order.createdAt > patience) ?? [];
  if (shown.length === 0) return null;
  return (
    <Box display="flex" flexDirection="column" gap="3" mb="4">
      {shown.map((order) => (
        <DoubtNotice key={order.key} order={order} />
      ))}
    </Box>
  );
}
