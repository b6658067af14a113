import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { chakra, HStack, Stack } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  open: boolean;
  name: string;
  address: string;
  onClose: () => void;
  /** The file is not a picture, or could not be loaded. */
  onError?: () => void;
  /** Buttons beside Close. */
  actions?: ReactNode;
}

/** A picture as large as the screen allows, in a dialog. */
export function LargePicture({ open, name, address, onClose, onError, actions }: Props) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      aria-label={name}
      m="auto"
      maxW="calc(100vw - 24px)"
      maxH="calc(100dvh - 24px)"
      borderRadius="xl"
      _backdrop={{ bg: 'blackAlpha.700' }}
    >
      <Stack maxH="calc(100dvh - 24px)">
        <chakra.img
          src={address}
          alt={name}
          minH="0"
          maxW="full"
          objectFit="contain"
          bg="bg.muted"
          {...(onError && { onError })}
        />
        <HStack gap="3" px="3" py="2">
          <chakra.bdi flex="1" minW="0" truncate textStyle="sm">
            {name}
          </chakra.bdi>
          {actions}
          <Button size="sm" variant="outline" data-autofocus="" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </HStack>
      </Stack>
    </Modal>
  );
}
