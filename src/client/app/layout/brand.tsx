import { useShop } from '../../text/shop.ts';
import { ShopMark } from '../../ui/shop-mark.tsx';
import { chakra } from '../../ui/theme/styled.tsx';

/** The shop's logo, with the name of the shop: always, never (`false`), or only on wide screens (`wide`). */
export function Brand({ name = true, size = 28 }: { name?: boolean | 'wide'; size?: number }) {
  const shop = useShop();
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2.5" dir="ltr">
      <ShopMark alt={name === true ? '' : shop.name} size={size} />
      {name ? (
        <chakra.span
          display={name === 'wide' ? { base: 'none', md: 'inline' } : 'inline'}
          aria-hidden={name === 'wide' ? true : undefined}
          textStyle="md"
          fontWeight="semibold"
          letterSpacing="tighter"
          color="fg"
        >
          <span translate="no">{shop.name}</span>
        </chakra.span>
      ) : null}
    </chakra.span>
  );
}
