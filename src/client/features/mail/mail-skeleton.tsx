import { Trans } from '@lingui/react/macro';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonButtons, SkeletonField, SkeletonText } from '../../ui/skeleton-fields.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, Stack, Wrap } from '../../ui/theme/styled.tsx';

/** The settings of e-mails until the server has answered: the same panels with placeholders of their fields. */
export function MailSkeleton() {
  return (
    <Stack gap="4" aria-busy="true">
      <Panel title={<Trans>Sender</Trans>}>
        <Box display="grid" gap="4" alignItems="start" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <SkeletonField hints={['95%', '25%']} />
          <SkeletonField hints={['50%']} />
        </Box>
      </Panel>
      <Panel title={<Trans>Texts</Trans>}>
        <Stack gap="4" aria-hidden="true">
          <Wrap alignItems="end" gap="4">
            <Box flex="1 1 16rem" maxW={{ md: '26rem' }}>
              <SkeletonField />
            </Box>
            <SkeletonBlock h={{ base: '11', md: '10' }} w="64" maxW="full" borderRadius="md" />
          </Wrap>
          <Box
            display="grid"
            gap={{ base: '4', lg: '6' }}
            alignItems="start"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
          >
            <Texts />
            <Preview />
          </Box>
        </Stack>
      </Panel>
      <SkeletonButtons />
    </Stack>
  );
}

function Texts() {
  const standard = <SkeletonBlock mt="1.5" h={{ base: '11', md: '9' }} w="48" borderRadius="md" />;
  return (
    <Stack gap="4" minW="0">
      <Box>
        <SkeletonField />
        {standard}
      </Box>
      <Box>
        <SkeletonField rows="15rem" />
        {standard}
      </Box>
      <Box>
        <SkeletonText size="hint" w="95%" />
        <SkeletonText size="hint" w="30%" />
        <Wrap mt="2" gap="1.5">
          {['44', '32', '32', '24', '24'].map((w, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the blocks have no other identity
            <SkeletonBlock key={at} h={{ base: '11', md: '8' }} w={w} borderRadius="md" />
          ))}
        </Wrap>
      </Box>
    </Stack>
  );
}

function Preview() {
  return (
    <Box minW="0">
      <Box mb="1.5">
        <SkeletonText w="4rem" />
      </Box>
      <Box borderWidth="1px" borderRadius="lg">
        <Box px="4" py="3" bg="bg.sunken" borderTopRadius="lg">
          <SkeletonText w="60%" />
          <SkeletonText w="75%" />
        </Box>
        <Stack px="4" py="4" gap="3">
          <SkeletonText w="30%" />
          <Box>
            <SkeletonText w="95%" />
            <SkeletonText w="65%" />
          </Box>
          <SkeletonBlock h="9" w="40" borderRadius="md" />
        </Stack>
      </Box>
    </Box>
  );
}
