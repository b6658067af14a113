import { Trans } from '@lingui/react/macro';
import { useIsMemoryOnly } from '../sync/use-storage-mode.ts';
import { Box } from '../ui/theme/styled.tsx';

/** The banner above every page while data is held in memory only; says what does not work then (OF-21). */
export function StorageNotice() {
  if (!useIsMemoryOnly()) return null;
  return (
    <Box
      role="status"
      colorPalette="amber"
      px="4"
      py="2"
      bg="colorPalette.subtle"
      borderBottomWidth="1px"
      borderColor="colorPalette.border"
      textStyle="sm"
      textAlign="center"
      textWrap="balance"
    >
      <Trans>
        This browser keeps no data for this site. The app works online only, and what was not sent is lost when you
        close or reload the page.
      </Trans>
    </Box>
  );
}
