import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';
import { checkDoubt, dismissOutcomes, useDoubts, useUnseenOutcomes } from '../../sync/use-pledges.ts';
import { DoubtNotices } from '../../ui/doubt-notices.tsx';
import { OutcomeNotices } from '../../ui/outcome-notices.tsx';

/** Orders whose outcome is not known, and outcomes that the person has not seen. */
export function MoneyCalls() {
  const doubts = useDoubts();
  const outcomes = useUnseenOutcomes();
  return (
    <>
      {doubts.length > 0 ? (
        <Box mt="4">
          <DoubtNotices doubts={doubts} onCheck={checkDoubt} />
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
