import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { AttachmentPicker } from '../../forms/attachment-picker.tsx';
import type { Attachments } from '../../forms/use-attachments.ts';
import { Box, Wrap } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

/**
 * A second button, also Ctrl+Shift+Enter, which sends the reply and then calls `onSent` with its outbox item; that
 * change reports the reply, too.
 */
export interface SecondButton {
  label: ReactNode;
  onSent: (item: string) => void;
}

interface Props {
  attachments: Attachments;
  busy: boolean;
  secondButton: SecondButton | undefined;
  onSecond: (onSent: (item: string) => void) => void;
  tool: ReactNode;
  children: ReactNode;
}

/** The buttons under a reply: files, a tool, the second button and Send; on phones in one line. */
export function ReplyActions({ attachments, busy, secondButton, onSecond, tool, children }: Props) {
  const { t } = useLingui();
  const isBlocked = busy || attachments.isPreparing;
  return (
    <Wrap alignItems="center" gap={{ base: '1.5', md: '2' }}>
      {children ? (
        <Box flex={{ base: '0 0 100%', md: '0 1 auto', xl: '0 0 100%' }} order={{ md: 1, xl: 0 }}>
          {children}
        </Box>
      ) : null}
      <AttachmentPicker {...attachments} isCompact />
      {tool}
      <Box order="1" flex={{ md: '1 1 0' }} hideBelow="md" />
      {secondButton ? (
        <Button
          variant="outline"
          order="2"
          ms={{ base: 'auto', md: '0' }}
          px={{ base: '0', sm: '4' }}
          disabled={isBlocked}
          onClick={() => onSecond(secondButton.onSent)}
        >
          {secondButton.label}
        </Button>
      ) : null}
      <Button
        type="submit"
        order="2"
        ms={{ base: secondButton ? '0' : 'auto', md: '0' }}
        px={{ base: '3', sm: '4' }}
        loading={busy}
        disabled={isBlocked}
        loadingText={t`Sending…`}
      >
        <Send aria-hidden="true" data-mirror="" />
        <Trans>Send</Trans>
      </Button>
    </Wrap>
  );
}
