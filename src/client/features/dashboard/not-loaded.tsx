import { chakra } from '@chakra-ui/react/styled-system';
import { Trans } from '@lingui/react/macro';

/** Shown instead of figures that this device has never loaded. */
export const NotLoaded = () => (
  <chakra.p py="10" textAlign="center" textStyle="sm" color="fg.muted">
    <Trans>Not loaded on this device yet.</Trans>
  </chakra.p>
);
