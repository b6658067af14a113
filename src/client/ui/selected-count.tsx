import { Box } from '@chakra-ui/react/box';
import { Plural, Trans } from '@lingui/react/macro';

interface Progress {
  done: number;
  total: number;
}

interface Props {
  count: number;
  /** How many of the changes of the rows are stored on this device; null while nothing is being stored. */
  saving: Progress | null;
}

/** The number of selected rows in a bar, or how far their change is stored. */
export function SelectedCount({ count, saving }: Props) {
  return (
    <Box flex="1 0 auto" px="2" fontWeight="medium" className="numbers" aria-live="polite">
      {saving ? <Saving {...saving} /> : <Plural value={count} one="# selected" other="# selected" />}
    </Box>
  );
}

function Saving({ done, total }: Progress) {
  return (
    <Trans>
      Saving {done} of {total}
    </Trans>
  );
}
