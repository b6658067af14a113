import { Box } from '@chakra-ui/react/box';
import { checkDoubt, useDoubts } from '../../sync/use-pledges.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';

/** Orders whose outcome is not known, above the products: before one of them is ordered again. */
export function Doubts() {
  const doubts = useDoubts();
  return doubts.length === 0 ? null : (
    <Box mb="4">
      <DoubtNotices doubts={doubts} onCheck={checkDoubt} />
    </Box>
  );
}
