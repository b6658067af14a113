import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useFormatCount } from '../../text/money.ts';
import { Box, chakra, Stack } from '../../ui/theme/styled.tsx';

/**
 * The progress of the first load: a line under the header with its figures in the middle. It takes no room, so that
 * nothing moves when it comes and goes, and it leaves the title at the start and the buttons at the end uncovered.
 */
export function FirstLoadBar() {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const { firstLoad } = useSyncStatus();
  if (!firstLoad || firstLoad.total === 0) return null;
  const done = formatCount(firstLoad.done);
  const total = formatCount(firstLoad.total);
  return (
    <Stack
      as="section"
      aria-label={t`First load`}
      position="fixed"
      top="3.25rem"
      insetX="0"
      zIndex="sticky"
      alignItems="center"
      pointerEvents="none"
    >
      <Box
        w="full"
        h="3px"
        bg="bg.emphasized"
        overflow="hidden"
        role="progressbar"
        aria-label={t`First load`}
        aria-valuenow={firstLoad.done}
        aria-valuemin={0}
        aria-valuemax={firstLoad.total}
      >
        <Box
          h="full"
          bg="brand.solid"
          style={{ width: `${Math.min(100, (firstLoad.done / firstLoad.total) * 100)}%` }}
          transitionProperty="width"
          transitionDuration="slow"
        />
      </Box>
      <Figures className="numbers">
        <Trans>
          Loading {done} of {total}
        </Trans>
      </Figures>
    </Stack>
  );
}

const Figures = chakra('span', {
  base: {
    px: '2',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderTopWidth: '0',
    borderBottomRadius: 'md',
    textStyle: '2xs',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
});
