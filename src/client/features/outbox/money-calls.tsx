import { Trans } from '@lingui/react/macro';
import {
  settleCallInDoubt,
  dismissOutcomes,
  useCallsInDoubt,
  useUnseenOutcomes,
} from '../../sync/use-pending-calls.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { OutcomeNotices } from '../../ui/outcome-notices.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The orders in doubt, and the outcomes that the user has not seen yet. */
export function MoneyCalls() {
  const doubts = useCallsInDoubt();
  const outcomes = useUnseenOutcomes();
  return (
    <>
      {doubts.length > 0 ? (
        <Box mt="4">
          <DoubtNotices doubts={doubts} onCheck={settleCallInDoubt} />
        </Box>
      ) : null}
      {outcomes.length > 0 ? (
        <Box as="section" aria-labelledby="recent-outcomes" mt="5">
          <chakra.h2 id="recent-outcomes" mb="2" fontWeight="semibold">
            <Trans>Recent outcomes</Trans>
          </chakra.h2>
          <OutcomeNotices outcomes={outcomes} onSeen={(key) => void dismissOutcomes([key])} />
        </Box>
      ) : null}
    </>
  );
}
