import type { BoxProps } from '@chakra-ui/react/box';
import { Package } from 'lucide-react';
import { useState } from 'react';
import { ProductMark, type MarkedProduct } from './product-mark.tsx';
import { Box, chakra } from './theme/styled.tsx';

interface Props extends Omit<BoxProps, 'title'> {
  src: string | null | undefined;
  /** Without a picture its mark is drawn; absent for a product that has no title yet. */
  product?: MarkedProduct | undefined;
  /** The alternative text; empty when the title stands beside the picture. */
  alt?: string;
  /** Loads the picture at once and before others, because it is visible without scrolling. */
  eager?: boolean;
  /** Width to height, for example `4 / 3`. */
  ratio?: string;
  sizes?: string;
}

/** A product's picture in a reserved space; its mark when the picture is missing or broken. */
export function ProductImage({ src, product, alt = '', eager = false, ratio = '4 / 3', sizes, ...rest }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const visibleSrc = src === broken ? null : src;
  return (
    <Box
      aspectRatio={ratio}
      bg="bg.muted"
      color="fg.subtle"
      display="grid"
      placeItems="center"
      overflow="hidden"
      // The mark of a small picture differs.
      containerType="inline-size"
      {...rest}
    >
      {visibleSrc ? (
        <chakra.img
          src={visibleSrc}
          alt={alt}
          sizes={sizes}
          width={400}
          height={300}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(visibleSrc)}
          w="full"
          h="full"
          objectFit="cover"
        />
      ) : product ? (
        <ProductMark product={product} />
      ) : (
        <Package
          size={28}
          strokeWidth={1.5}
          {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        />
      )}
    </Box>
  );
}
