import { Box } from '@chakra-ui/react/box';
import { Trans } from '@lingui/react/macro';
import { useKeepsNothing } from '../sync/use-storage-mode.ts';

/** Above every page where the browser keeps nothing: what works, and what is lost (OF-21). */
export function StorageNotice() {
  if (!useKeepsNothing()) return null;
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
