import { Inbox } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Box, chakra, Muted, Stack } from './theme/styled.tsx';

interface Props {
  /** One sentence that says what the list would contain. */
  title: ReactNode;
  description?: ReactNode;
  /** The next step, as a button or a link. */
  action?: ReactNode;
  icon?: LucideIcon;
}

/** A list without rows: one sentence and the next step. */
export function EmptyState({ title, description, action, icon: Icon = Inbox }: Props) {
  return (
    <Stack alignItems="center" textAlign="center" gap="1" px="6" py={{ base: '10', md: '14' }}>
      <Box position="relative" boxSize="24" mb="2" color="brand.fg" aria-hidden="true">
        <EmptyCards />
        <Box position="absolute" insetStart="11" top="10">
          <Icon size="1.5rem" strokeWidth={1.5} />
        </Box>
      </Box>
      <chakra.p fontWeight="semibold" textStyle="md" textWrap="balance">
        {title}
      </chakra.p>
      {description ? (
        <Muted maxW="md" textWrap="pretty">
          {description}
        </Muted>
      ) : null}
      {action ? <Box mt="4">{action}</Box> : null}
    </Stack>
  );
}

/** Two cards and the line on which they stand, in two tones; the icon is drawn on the front one. */
function EmptyCards() {
  return (
    <Drawing viewBox="0 0 96 96">
      <path d="M12 84h72" strokeDasharray="3 5" />
      <rect x="12" y="16" width="56" height="48" rx="8" />
      <path d="M22 27h14" />
      <rect x="28" y="28" width="56" height="48" rx="8" data-front="" />
    </Drawing>
  );
}

const Drawing = chakra('svg', {
  base: {
    boxSize: 'full',
    fill: 'none',
    stroke: 'brand.emphasized',
    strokeWidth: '1.5px',
    strokeLinecap: 'round',
    '& [data-front]': { fill: 'brand.subtle', stroke: 'brand.dot' },
    _rtl: { transform: 'scaleX(-1)' },
  },
});
