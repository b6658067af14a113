import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { isolated } from '../text/isolated.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { FileChoice } from './use-file-choice.ts';
import { Box, chakra } from '../ui/theme/styled.tsx';
import { Spinner } from '../ui/button.tsx';

/** The pictures that are being made smaller, each with a button that ends it. */
export function PreparingPictures({ preparing, cancel }: Pick<FileChoice, 'preparing' | 'cancel'>) {
  const { t } = useLingui();
  return (
    <Box role="status" display="contents">
      {preparing.map(({ id, file }) => (
        <Preparing key={id}>
          <Spinner m="2" aria-hidden="true" />
          <Box minW="0" textStyle="xs">
            <chakra.bdi display="block" truncate>
              {file.name}
            </chakra.bdi>
            <Box color="fg.muted">
              <Trans>Preparing picture…</Trans>
            </Box>
          </Box>
          <IconButton size="xs" label={t`Remove ${isolated(file.name)}`} onClick={() => cancel(id)}>
            <X size={16} />
          </IconButton>
        </Preparing>
      ))}
    </Box>
  );
}

const Preparing = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minW: '0',
    w: 'fit-content',
    maxW: { base: 'full', sm: '64' },
    borderWidth: '1px',
    borderRadius: 'md',
    bg: 'bg.panel',
  },
});
