import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** The buttons; they stay visible above the on-screen keyboard. The last one is the main button. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Ignores presses on the backdrop. */
  ignoresBackdrop?: boolean;
}

const sheet = {
  position: 'fixed',
  inset: '0',
  m: { base: '0', sm: 'auto' },
  h: { base: 'calc(100dvh - var(--keyboard, 0px))', sm: 'fit-content' },
  maxH: { base: 'none', sm: 'min(88dvh, 52rem)' },
  borderRadius: { base: '0', sm: 'xl' },
  shadow: 'lg',
  animationName: { base: 'slideUp', sm: 'fadeIn' },
  animationDuration: '160ms',
  animationTimingFunction: 'cubic-bezier(0.2, 0, 0, 1)',
} as const;

const widths = { sm: '26rem', md: '32rem', lg: '40rem', xl: '56rem' };

/** A dialog: centred on wide screens, a sheet of full height on phones. Not rendered while closed. */
export function SheetDialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  ignoresBackdrop = false,
}: Props) {
  const { t } = useLingui();
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      ignoresBackdrop={ignoresBackdrop}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      css={sheet}
      w={{ base: '100vw', sm: `min(${widths[size]}, calc(100vw - 48px))` }}
    >
      <Box display="flex" flexDirection="column" h="full" maxH="inherit">
        <Box
          display="flex"
          alignItems="flex-start"
          gap="3"
          ps="5"
          pe="2"
          pt="3"
          pb="2"
          borderBottomWidth="1px"
          borderColor="border.muted"
        >
          <Box flex="1" py="2" minW="0">
            <chakra.h2 id={`${id}-title`} textStyle="md" fontWeight="semibold">
              {title}
            </chakra.h2>
            {description ? (
              <chakra.p id={`${id}-description`} color="fg.muted">
                {description}
              </chakra.p>
            ) : null}
          </Box>
          <IconButton label={t`Close`} onClick={onClose} color="fg.muted">
            <X size={20} />
          </IconButton>
        </Box>
        <Box flex="1" minH="0" overflowY="auto" overscrollBehavior="contain" px="5" py="5">
          {children}
        </Box>
        {footer ? <Footer>{footer}</Footer> : null}
      </Box>
    </Modal>
  );
}

const Footer = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '3',
    px: '5',
    pt: '3',
    pb: 'max(0.75rem, env(safe-area-inset-bottom))',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    bg: 'bg.panel',
    '& > button, & > a': { flex: { base: '1', sm: '0 0 auto' } },
  },
});
