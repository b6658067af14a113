import { chakra } from '@chakra-ui/react/styled-system';
import { signedInPerson } from '../../api/session.ts';
import { PlainLink } from '../../ui/app-link.tsx';
import { useAddressDialog } from '../../ui/use-address-dialog.ts';
import type { ListedProduct } from './queries.ts';

/** The title that opens its product: the order popup (`?buy=<id>`) for customers, the product's page for admins (C-10). */
export function ProductOpener({ product }: { product: ListedProduct }) {
  const popup = useAddressDialog('buy');
  if (signedInPerson()?.role === 'admin') {
    return (
      <PlainLink to={`/admin/products/${product.id}`} data-opener="" {...cover}>
        {product.title}
      </PlainLink>
    );
  }
  return (
    <Opener type="button" data-opener="" aria-haspopup="dialog" onClick={() => popup.open(product.id)} {...cover}>
      {product.title}
    </Opener>
  );
}

const Opener = chakra('button', {
  base: { cursor: 'pointer', font: 'inherit', textAlign: 'inherit', color: 'inherit' },
});

const cover = { outline: 'none', _after: { content: '""', position: 'absolute', inset: '0' } } as const;
