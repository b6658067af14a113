import { MessageCircle, Package, ReceiptText, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useStatuses } from '../../text/statuses.ts';
import { chakra } from '../../ui/theme/styled.tsx';

const pictures: Record<string, LucideIcon> = {
  general: MessageCircle,
  order: Package,
  technical: Wrench,
  billing: ReceiptText,
};

interface Props {
  type: string;
  /** Shows the word on wide screens only; screen readers read it on phones too. */
  isIconOnPhones?: boolean;
}

/** The picture of a ticket's type. */
export function TicketTypeIcon({ type, size }: { type: string; size: number | string }) {
  const Picture = pictures[type] ?? MessageCircle;
  return <Picture size={size} aria-hidden="true" />;
}

/** A ticket's type as a picture and a word. */
export function TicketTypeMark({ type, isIconOnPhones = false }: Props) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5" whiteSpace="nowrap" verticalAlign="middle">
      <chakra.span color="fg.subtle" display="inline-flex">
        <TicketTypeIcon type={type} size={15} />
      </chakra.span>
      <chakra.span data-word="" {...(isIconOnPhones && { srOnly: { base: true, sm: false } })}>
        {useStatuses().ticketType(type)}
      </chakra.span>
    </chakra.span>
  );
}
