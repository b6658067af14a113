import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { chakra } from '../../ui/theme/styled.tsx';

/** Three orders as the list shows them: a drawing, without meaning for screen readers. */
export const OrdersDrawing = () => (
  <Card>
    <Order mark="GC" name={<Trans>Gift card</Trans>} id={1651} amount={50} dot="#fbbf5c">
      <Trans>Processing</Trans>
    </Order>
    <Order mark="25" name={<Trans>Game credit</Trans>} id={1648} amount={20.4} dot="#5eead4">
      <Trans>Delivered</Trans>
    </Order>
    <Order mark="4G" name={<Trans>Mobile top-up</Trans>} id={1640} amount={10} dot="#86efac">
      <Trans>Completed</Trans>
    </Order>
  </Card>
);

interface OrderProps {
  /** The text in place of the product's picture. */
  mark: string;
  name: ReactNode;
  id: number;
  amount: number;
  /** The colour of its status. */
  dot: string;
  /** Its status. */
  children: ReactNode;
}

function Order({ mark, name, id, amount, dot, children }: OrderProps) {
  const { i18n } = useLingui();
  return (
    <div>
      <span data-tile="">{mark}</span>
      <span>
        <b>{name}</b>
        <bdi>#{id}</bdi>
      </span>
      <span data-end="">
        <b>
          <bdi>{i18n.number(amount, { minimumFractionDigits: 2 })}</bdi>
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
      fontWeight: 'bold',
    },
    '& [data-end]': { ms: 'auto', justifyItems: 'end' },
    '& b': { fontWeight: 'medium', color: 'white', textStyle: 'md' },
    '& i': { display: 'inline-block', boxSize: '1.5', me: '1.5', borderRadius: 'full', verticalAlign: 'middle' },
  },
});
