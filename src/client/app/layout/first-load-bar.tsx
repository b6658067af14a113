import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncStatus } from '../../sync/use-sync-status.ts';
import { useFormatCount } from '../../text/money.ts';

/** The progress of the first load: a thin bar over the page's upper margin, so that no content moves when it disappears. */
export function FirstLoadBar() {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const { firstLoad } = useSyncStatus();
  if (!firstLoad || firstLoad.total === 0) return null;
  const done = formatCount(firstLoad.done);
  const total = formatCount(firstLoad.total);
  return (
    <Box
      as="section"
      aria-label={t`First load`}
      bg="bg.panel"
      borderBottomWidth="1px"
      position="fixed"
      top="13"
      insetX="0"
      h="5"
      zIndex="sticky"
      px={{ base: '4', md: '6' }}
      display="flex"
      alignItems="center"
      gap="3"
      textStyle="2xs"
      color="fg.muted"
    >
      <chakra.span className="numbers" whiteSpace="nowrap">
        <Trans>
          Loading {done} of {total}
        </Trans>
      </chakra.span>
      <Box
        flex="1"
        h="1"
        borderRadius="full"
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
          borderRadius="full"
          style={{ width: `${Math.min(100, (firstLoad.done / firstLoad.total) * 100)}%` }}
          transitionProperty="width"
          transitionDuration="slow"
        />
      </Box>
    </Box>
  );
}
