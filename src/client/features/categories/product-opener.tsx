import { may } from '../../api/session.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { useUrlDialogOpener } from '../../ui/use-url-dialog.ts';
import type { ListedProduct } from './queries.ts';
import { chakra } from '../../ui/theme/styled.tsx';

/**
 * The title of a product; a click opens the order popup (`?buy=<id>`) for customers, the product's page for admins (C-10).
 */
export function ProductOpener({ product }: { product: ListedProduct }) {
  const order = useUrlDialogOpener('buy');
  if (may('catalogue.read')) {
    return (
      <PlainLink to={`/admin/products/${product.id}`} data-opener="" {...cardCover}>
        <Title>{product.title}</Title>
      </PlainLink>
    );
  }
  return (
    <Opener type="button" data-opener="" aria-haspopup="dialog" onClick={() => order(product.id)} {...cardCover}>
      <Title>{product.title}</Title>
    </Opener>
  );
}

/** Two lines at most. The clamp of an element around the opener would not count the lines inside the opener. */
const Title = chakra('span', { base: { lineClamp: 2 } });

const Opener = chakra('button', {
  base: { cursor: 'pointer', font: 'inherit', textAlign: 'inherit', color: 'inherit' },
});

/** Extends the click area of the title over the whole card. */
const cardCover = { outline: 'none', _after: { content: '""', position: 'absolute', inset: '0' } } as const;
