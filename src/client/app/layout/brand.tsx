import { chakra } from '@chakra-ui/react/styled-system';

/** A name: the same in every language. */
const product = 'Comptoir';

/** The mark of the product; the name beside it where there is room. */
export function Brand({ name = true, size = 28 }: { name?: boolean | 'wide'; size?: number }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2.5" dir="ltr" translate="no">
      <img src="/icons/icon.svg" alt={name === true ? '' : product} width={size} height={size} />
      {name ? (
        <chakra.span
          display={name === 'wide' ? { base: 'none', md: 'inline' } : 'inline'}
          aria-hidden={name === 'wide' ? true : undefined}
          textStyle="md"
          fontWeight="semibold"
          letterSpacing="tighter"
          color="fg"
        >
          {product}
        </chakra.span>
      ) : null}
    </chakra.span>
  );
}
