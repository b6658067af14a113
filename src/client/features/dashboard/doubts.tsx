import { checkDoubt, useDoubts } from '../../sync/use-pledges.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';

/** Orders whose outcome is not known. */
export function Doubts() {
  return <DoubtNotices doubts={useDoubts()} onCheck={checkDoubt} />;
}
