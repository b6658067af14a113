import { chakra } from '@chakra-ui/react/styled-system';
import { Trans, useLingui } from '@lingui/react/macro';
import { Gamepad2, Gift, Smartphone, type LucideIcon } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { currentCurrency, onCurrency } from '../../text/currency.ts';
import { tagOf } from '../../text/locales.ts';

/** Three orders as the list shows them: a drawing, without meaning for screen readers. */
export const GuestOrders = () => (
  <Card>
    <Order Icon={Gift} name={<Trans>Gift card</Trans>} id={1651} amount={50} dot="#fbbf5c">
      <Trans>Processing</Trans>
    </Order>
    <Order Icon={Gamepad2} name={<Trans>Game credit</Trans>} id={1648} amount={20.4} dot="#5eead4">
      <Trans>Delivered</Trans>
    </Order>
    <Order Icon={Smartphone} name={<Trans>Mobile top-up</Trans>} id={1640} amount={10} dot="#86efac">
      <Trans>Completed</Trans>
    </Order>
  </Card>
);

interface OrderProps {
  Icon: LucideIcon;
  name: ReactNode;
  id: number;
  amount: number;
  /** The colour of its status. */
  dot: string;
  /** Its status. */
  children: ReactNode;
}

/** Not `useMoney`, which comes with the signed-in screens. */
function useAmount(amount: number): string {
  const { i18n } = useLingui();
  const currency = useSyncExternalStore(onCurrency, currentCurrency);
  return new Intl.NumberFormat(tagOf(i18n.locale), { style: 'currency', currency }).format(amount);
}

function Order({ Icon, name, id, amount, dot, children }: OrderProps) {
  return (
    <div>
      <span data-tile="">
        <Icon size="1.25rem" />
      </span>
      <span>
        <b>{name}</b>
        <bdi>#{id}</bdi>
      </span>
      <span data-end="">
        <b>
          <bdi>{useAmount(amount)}</bdi>
        </b>
        <span>
          <i style={{ background: dot }} />
          {children}
        </span>
      </span>
    </div>
  );
}

const Card = chakra('div', {
  base: {
    bg: 'color-mix(in srgb, white 9%, transparent)',
    boxShadow: 'inset 0 0 0 1px color-mix(in srgb, white 14%, transparent), 0 1.5rem 3rem -1.5rem black',
    borderRadius: '2xl',
    textStyle: 'sm',
    color: 'intro.fg',
    '& > div': { display: 'flex', alignItems: 'center', gap: '3', px: '4', h: '4.5rem' },
    '& > div + div': { borderTop: '1px solid color-mix(in srgb, white 12%, transparent)' },
    '& > div > span': { display: 'grid', gap: '0.5' },
    '& [data-tile]': {
      boxSize: '10',
      placeItems: 'center',
      borderRadius: 'lg',
      bg: 'color-mix(in srgb, {colors.intro.mark} 22%, transparent)',
      color: 'intro.mark',
    },
    '& [data-end]': { ms: 'auto', justifyItems: 'end' },
    '& b': { fontWeight: 'medium', color: 'white', textStyle: 'md' },
    '& i': { display: 'inline-block', boxSize: '1.5', me: '1.5', borderRadius: 'full', verticalAlign: 'middle' },
  },
});
