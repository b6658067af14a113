import { Trans } from '@lingui/react/macro';
import { isMemoryOnly } from '../local/storage-mode.ts';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { Box, chakra, Muted, Stack } from '../ui/theme/styled.tsx';
import { Button } from '../ui/button.tsx';

/** The screen of a page whose code did not load or that threw an error. Text that was typed is kept in its draft. */
export function ErrorScreen({ error }: { error: unknown }) {
  const isMissing =
    error instanceof Error && /dynamically imported module|module script failed|Failed to fetch/i.test(error.message);
  const Icon = isMissing ? CloudOff : TriangleAlert;
  return (
    <Stack role="alert" minH="60dvh" alignItems="center" justifyContent="center" textAlign="center" gap="2" p="6">
      <Box color="fg.subtle" mb="2" aria-hidden="true">
        <Icon size={32} strokeWidth={1.5} />
      </Box>
      <chakra.h1 textStyle="xl" fontWeight="semibold">
        {isMissing ? <Trans>This page could not be loaded</Trans> : <Trans>Something went wrong on this page</Trans>}
      </chakra.h1>
      <Muted maxW="md" textWrap="balance">
        {isMissing ? (
          <Trans>Check your connection, then reload.</Trans>
        ) : (
          <>
            <Trans>Reload to go on.</Trans>{' '}
            {isMemoryOnly() ? null : <Trans>What you have written is kept on this device.</Trans>}
          </>
        )}
      </Muted>
      <Button mt="3" onClick={() => location.reload()}>
        <Trans>Reload</Trans>
      </Button>
    </Stack>
  );
}
