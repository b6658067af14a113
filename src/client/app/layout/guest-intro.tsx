import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** Loaded after the form: the first page has a limited size. */
const GuestOrders = lazyPart(async () => (await import('./guest-orders.tsx')).GuestOrders, null, { isOptional: true });
const drawingHeight = '13.5rem';

export const Motto = () => <Trans>The counter of your shop, always open.</Trans>;

/** The coloured half of the pages before a sign-in: what the app is, with a drawing of its list of orders. */
export function GuestIntro() {
  return (
    <Box
      as="aside"
      hideBelow="lg"
      position="relative"
      overflow="hidden"
      bg="intro"
      color="white"
      display="flex"
      flexDirection="column"
      justifyContent="center"
      gap="7"
      px="12"
    >
      <Box
        aria-hidden="true"
        position="absolute"
        inset="0"
        bgImage="radial-gradient(60rem 40rem at 120% -10%, color-mix(in srgb, {colors.intro.mark} 30%, transparent), transparent 60%), radial-gradient(40rem 30rem at -20% 110%, color-mix(in srgb, {colors.intro} 58%, black), transparent 60%)"
      />
      <Box position="relative">
        <chakra.p textStyle="3xl" fontWeight="semibold" letterSpacing="tighter" textWrap="balance">
          <Motto />
        </chakra.p>
        <chakra.p mt="3" color="intro.fg">
          <Trans>Order from your prepaid balance in two taps.</Trans>
        </chakra.p>
      </Box>
      <Box position="relative" minH={drawingHeight} aria-hidden="true">
        <GuestOrders />
      </Box>
      <chakra.p position="relative" display="flex" gap="3" color="intro.fg" textStyle="sm">
        <Box as="span" aria-hidden="true" pt="0.5" color="intro.mark">
          <WifiOff size="1.125rem" />
        </Box>
        <Trans>Keep working offline: everything is sent when you are back online.</Trans>
      </chakra.p>
    </Box>
  );
}
