import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Paperclip } from 'lucide-react';

interface Props {
  /** Path on this host; null when the order has no attachment: then nothing is rendered. */
  url: string | null;
  orderId: number;
}

/** A link that opens the delivery proof of an order; the server checks who may read it. */
export function AttachmentLink({ url, orderId }: Props) {
  const { t } = useLingui();
  if (url === null) return null;
  return (
    <Anchor href={url} target="_blank" rel="noopener" aria-label={t`Attachment of order ${orderId}`}>
      <Paperclip size={16} aria-hidden="true" />
      <Trans>View</Trans>
    </Anchor>
  );
}

const Anchor = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '6',
    position: 'relative',
    // 44 px high for fingers, without making the row higher.
    _after: { content: '""', position: 'absolute', insetX: '-1', insetY: '-10px', display: { md: 'none' } },
    color: 'brand.fg',
    fontWeight: 'medium',
    borderRadius: 'xs',
    focusVisibleRing: 'outside',
    _hover: { textDecoration: 'underline' },
  },
});
