import { useStatuses } from '../../text/statuses.ts';
import { IsolatedText } from '../../ui/free-text.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { ProductImage } from '../../ui/product-image.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ListRow } from './list-row.tsx';
import type { PicturedOrder } from './queries.ts';
import { chakra } from '../../ui/theme/styled.tsx';

interface Props extends PicturedOrder {
  /** The list of orders, over which the row opens the details. */
  to: string;
  view: 'admin' | 'user';
  /** Phones show the row in any place of its list. */
  isWanted?: boolean;
}

/** An order in a small list: its first product with its picture, price and status. */
export function OrderRow({ order, picture, to, view, isWanted = false }: Props) {
  const statuses = useStatuses();
  const [first] = order.items;
  return (
    <ListRow
      to={to}
      search={{ order: String(order.id) }}
      isWanted={isWanted}
      picture={
        <ProductImage
          as="span"
          src={picture?.src}
          product={first && { id: first.product_id, title: first.product_name, motifTexts: picture?.motifTexts }}
          ratio="1"
          boxSize="10"
          flexShrink={0}
          borderRadius="md"
          sizes="40px"
        />
      }
      title={first ? first.product_name : `#${order.id}`}
      details={
        <>
          <chakra.span className="numbers">#{order.id}</chakra.span>
          {first?.variant_name ? (
            <chakra.bdi hideBelow={view === 'admin' ? 'sm' : undefined}>{first.variant_name}</chakra.bdi>
          ) : null}
          {view === 'admin' ? <IsolatedText>{order.user_name}</IsolatedText> : null}
          <RelativeTime at={order.created_at} />
        </>
      }
      end={
        <>
          <MoneyText amount={order.total_price} fontWeight="medium" />
          <StatusBadge {...statuses.order(order.status, view)} />
        </>
      }
    />
  );
}
