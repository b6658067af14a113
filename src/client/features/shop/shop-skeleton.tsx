import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { accents } from '../../../contract/shop.ts';
import { ticketPriorities } from '../../../contract/ticket-rules.ts';
import { windowLimits } from '../../../contract/windows.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonField, SkeletonText } from '../../ui/skeleton-fields.tsx';
import { SkeletonBlock } from '../../ui/skeleton-lines.tsx';
import { Box, HStack, Stack, Wrap } from '../../ui/theme/styled.tsx';

/** The height of a button and of an input. */
const controlHeight = { base: '11', md: '10' };

/** The settings of the shop until the server has answered: the same panels with placeholders of their fields. */
export function ShopSkeleton() {
  return (
    <>
      <Panel title={<Trans>Name, colour, opening hours and goals</Trans>} aria-busy="true">
        <Form>
          <SkeletonField hints={['60%']} />
          <Accents />
          <Hours />
          <Box>
            <SkeletonText w="9rem" />
            <Box mb="2">
              <SkeletonText size="hint" w="95%" />
              <Box hideFrom="md">
                <SkeletonText size="hint" w="95%" />
                <SkeletonText size="hint" w="40%" />
              </Box>
            </Box>
            <Box display="grid" gridTemplateColumns="repeat(auto-fit, minmax(min(8rem, 100%), 1fr))" gap="4">
              {ticketPriorities.map((priority) => (
                <SkeletonField key={priority} />
              ))}
            </Box>
          </Box>
          <Save />
        </Form>
      </Panel>
      <Panel title={<Trans>Logo</Trans>} aria-busy="true">
        <Wrap alignItems="center" gap="4" aria-hidden="true">
          <SkeletonBlock boxSize="14" borderRadius="lg" />
          <Stack flex="1 1 14rem" minW="0" gap="2">
            <SkeletonBlock h={controlHeight} w="40" borderRadius="md" />
            <Box>
              <SkeletonText size="hint" w="95%" />
              <SkeletonText size="hint" w="30%" />
            </Box>
          </Stack>
        </Wrap>
      </Panel>
      <Panel title={<Trans>Records on devices</Trans>} aria-busy="true">
        <Form>
          <Box>
            <SkeletonText w="95%" />
            <SkeletonText w="80%" />
          </Box>
          <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(min(14rem, 100%), 1fr))" gap="4">
            {Object.keys(windowLimits).map((kind) => (
              <SkeletonField key={kind} hints={['4.5rem']} />
            ))}
          </Box>
          <Save />
        </Form>
      </Panel>
    </>
  );
}

function Form({ children }: { children: ReactNode }) {
  return (
    <Stack gap="4" aria-hidden="true">
      {children}
    </Stack>
  );
}

function Accents() {
  return (
    <Box>
      <Box mb="1">
        <SkeletonText w="4rem" />
      </Box>
      <Box display="grid" gridTemplateColumns="repeat(auto-fill, minmax(8.5rem, 1fr))" gap="1">
        {accents.map((accent) => (
          <HStack key={accent} gap="2.5" minH="11" px="2">
            <SkeletonBlock boxSize="5" borderRadius="full" flexShrink="0" />
            <SkeletonBlock h="3.5" w="16" />
          </HStack>
        ))}
      </Box>
      <Box mt="2">
        <SkeletonText size="hint" w="60%" />
      </Box>
    </Box>
  );
}

function Hours() {
  return (
    <Box>
      <Box mb="1">
        <SkeletonText w="7rem" />
      </Box>
      {Array.from({ length: 7 }, (_, day) => (
        <HStack key={day} borderTopWidth="1px" borderColor="border.muted" py="1" gap="3" minH="3.3125rem">
          <SkeletonBlock h="5" w="9" borderRadius="full" flexShrink="0" />
          <SkeletonBlock h="3.5" w="20" />
          <SkeletonBlock ms="auto" h="3.5" w="24" />
        </HStack>
      ))}
      <Box mt="2">
        <SkeletonText size="hint" w="50%" />
      </Box>
    </Box>
  );
}

function Save() {
  return <SkeletonBlock h={controlHeight} w={{ base: 'full', sm: '24' }} alignSelf="flex-end" borderRadius="md" />;
}
