import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { Box, chakra } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The question. */
  title: ReactNode;
  /** The consequences. */
  description?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  /** `danger` for actions that cannot be undone. */
  tone?: 'default' | 'danger';
  busy?: boolean;
  /** The action is not possible now; `children` say why. */
  disabled?: boolean;
  children?: ReactNode;
}

const card = {
  position: 'fixed',
  inset: 'auto',
  insetX: '0',
  mx: 'auto',
  bottom: { base: 'max(12px, env(safe-area-inset-bottom))', sm: 'auto' },
  top: { sm: '28%' },
  w: 'min(26rem, calc(100vw - 24px))',
  borderRadius: 'xl',
  shadow: 'lg',
  animation: 'rise 180ms cubic-bezier(0.2, 0, 0, 1)',
} as const;

/** A dialog that asks for a confirmation; the cancel button has the focus. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  cancelLabel,
  tone = 'default',
  busy = false,
  disabled = false,
  children,
}: Props) {
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      css={card}
    >
      <Box p="5">
        <chakra.h2 id={`${id}-title`} textStyle="md" fontWeight="semibold" textWrap="balance">
          {title}
        </chakra.h2>
        <Box id={`${id}-text`} mt="1" color="fg.muted">
          {description}
        </Box>
        {children ? (
          <Box id={`${id}-reason`} mt="4">
            {children}
          </Box>
        ) : null}
        <Box
          mt="5"
          display="flex"
          flexDirection={{ base: 'column-reverse', sm: 'row' }}
          justifyContent="flex-end"
          gap="3"
        >
          <Button variant="outline" onClick={onClose} data-autofocus>
            {cancelLabel ?? <Trans>Cancel</Trans>}
          </Button>
          <Button
            onClick={onConfirm}
            loading={busy}
            disabled={disabled}
            aria-describedby={disabled ? `${id}-reason` : undefined}
            {...(tone === 'danger' ? { colorPalette: 'red' } : {})}
          >
            {confirmLabel}
          </Button>
        </Box>
      </Box>
    </Modal>
  );
}
