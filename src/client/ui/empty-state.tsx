import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { Inbox } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

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
    <Box
      display="flex"
      flexDirection="column"
      alignItems="center"
      textAlign="center"
      gap="1"
      px="6"
      py={{ base: '10', md: '14' }}
    >
      <Box
        display="grid"
        placeItems="center"
        boxSize="12"
        mb="3"
        borderRadius="full"
        bg="bg.muted"
        color="fg.subtle"
        aria-hidden="true"
      >
        <Icon size={22} strokeWidth={1.75} />
      </Box>
      <chakra.p fontWeight="semibold" textStyle="md" textWrap="balance">
        {title}
      </chakra.p>
      {description ? (
        <chakra.p color="fg.muted" maxW="md" textWrap="pretty">
          {description}
        </chakra.p>
      ) : null}
      {action ? <Box mt="4">{action}</Box> : null}
    </Box>
  );
}
