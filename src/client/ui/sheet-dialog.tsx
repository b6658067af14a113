import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useId } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';
import { Box, chakra, Muted, Stack } from './theme/styled.tsx';

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
  /** It shows a record, and the palette, which offers the record's actions, opens over it. */
  isRecord?: boolean;
}

const sheet = {
  position: 'fixed',
  inset: '0',
  // The toasts stand above a sheet.
  top: { base: 'var(--toasts, 0px)', sm: '0' },
  m: { base: '0', sm: 'auto' },
  h: { base: 'calc(100dvh - var(--keyboard, 0px) - var(--toasts, 0px))', sm: 'fit-content' },
  maxH: { base: 'none', sm: 'min(88dvh, 52rem)' },
  '@media (max-height: 30em)': { maxH: '100dvh' },
  borderRadius: { base: '0', sm: 'xl' },
  shadow: 'lg',
  animationName: { base: 'slideUp', sm: 'fadeIn' },
  animationDuration: { base: '240ms', sm: '180ms' },
  animationTimingFunction: 'cubic-bezier(0.2, 0, 0, 1)',
} as const;

/** Of the height of a phone in landscape, the content keeps 60 % at least. */
const low = '@media (max-height: 30em)';
const lowHead = { [low]: { py: '0', alignItems: 'center' } };
const body = { [low]: { py: '3' }, '& :is(input, textarea, select)': { scrollMarginBlock: '2.25rem 1.25rem' } };
const lowTitle = { [low]: { textStyle: 'sm' } };

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
  isRecord = false,
}: Props) {
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      ignoresBackdrop={ignoresBackdrop}
      data-record={isRecord || undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      css={sheet}
      w={{ base: '100vw', sm: `min(${widths[size]}, calc(100vw - 48px))` }}
    >
      <Stack h="full" maxH="inherit">
        <Head {...{ id, title, description, onClose }} />
        <Box
          flex="1"
          minH="0"
          overflowY="auto"
          overscrollBehavior="contain"
          px="5"
          py="5"
          css={body}
          onFocus={showWhole}
        >
          {children}
        </Box>
        {footer ? <Footer>{footer}</Footer> : null}
      </Stack>
    </Modal>
  );
}

/** Scrolls a field of text that gets the focus wholly above the footer, with its name; a press focuses it where it is. */
function showWhole({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches('textarea, select, input:not([type=radio], [type=checkbox])'))
    target.scrollIntoView({ block: 'nearest' });
}

/** The title, its description and the button that closes the dialog. */
function Head({ id, title, description, onClose }: Pick<Props, 'title' | 'description' | 'onClose'> & { id: string }) {
  const { t } = useLingui();
  return (
    <Box
      display="flex"
      alignItems="flex-start"
      gap="3"
      ps="5"
      pe="2"
      pt="3"
      pb="2"
      css={lowHead}
      borderBottomWidth="1px"
      borderColor="border.muted"
    >
      <Box flex="1" py="2" minW="0">
        <chakra.h2
          id={`${id}-title`}
          data-title=""
          tabIndex={-1}
          outline="none"
          textStyle="md"
          fontWeight="semibold"
          css={lowTitle}
        >
          {title}
        </chakra.h2>
        {description ? <Muted id={`${id}-description`}>{description}</Muted> : null}
      </Box>
      <IconButton label={t`Close`} onClick={onClose} color="fg.muted">
        <X size="1.25rem" />
      </IconButton>
    </Box>
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
    [low]: { py: '1.5' },
    // On a phone, each button is as wide as its words at least.
    flexWrap: { base: 'wrap', sm: 'nowrap' },
    '& > button, & > a': { flex: { base: '1 0 auto', sm: '0 0 auto' } },
  },
});
