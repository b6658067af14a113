import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { ProductVariant } from '../../../contract/products.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PriceText } from '../../ui/price-text.tsx';
import { Radio } from '../../ui/radio.tsx';
import type { Purchasable } from './order-form-data.ts';
import { Box, chakra, MutedSpan } from '../../ui/theme/styled.tsx';

interface Props {
  purchasable: Purchasable;
  /** For how many units the prices are. */
  per: number;
  /** Whether the codes of a variant have run out. It can be chosen: the customer can wait for it. */
  isSoldOut: (variant: Pick<ProductVariant, 'id'>) => boolean;
  onChoose: (id: number) => void;
  /** The user confirmed without a choice. */
  isMissing: boolean;
  /** An order has been sent, so the choice cannot be changed. */
  isFixed: boolean;
}

/** The required choice of a variant, as radio buttons with their prices (S2J-03). */
export function VariantChoice({
  purchasable: { variants, variant: chosen },
  per,
  isSoldOut,
  onChoose,
  isMissing,
  isFixed,
}: Props) {
  const { t } = useLingui();
  const id = useId();
  if (variants.length === 0) return <NoVariants />;
  return (
    <chakra.fieldset
      disabled={isFixed}
      role="radiogroup"
      aria-required="true"
      aria-invalid={isMissing || undefined}
      aria-describedby={isMissing ? `${id}-error` : undefined}
      minW="0"
    >
      <chakra.legend textStyle="field" mb="1.5">
        <Trans>Choose a variant</Trans>
      </chakra.legend>
      <Box borderWidth="1px" borderColor={isMissing ? 'border.error' : 'border'} borderRadius="lg" overflow="hidden">
        {variants.map((variant) => (
          <Row key={variant.id}>
            <Radio type="radio" name={id} checked={variant.id === chosen?.id} onChange={() => onChoose(variant.id)} />
            <chakra.span flex="1" minW="0" wordBreak="break-word">
              <bdi>{variant.title}</bdi>
              {isSoldOut(variant) ? (
                <MutedSpan display="block" textStyle="xs">
                  <Trans>Sold out</Trans>
                </MutedSpan>
              ) : null}
            </chakra.span>
            <span>
              <PriceText amount={variant.price} per={per} fontWeight="medium" />
            </span>
          </Row>
        ))}
      </Box>
      {isMissing ? (
        <Box mt="1.5">
          <FieldError id={`${id}-error`}>{t`Please select a variant to continue.`}</FieldError>
        </Box>
      ) : null}
    </chakra.fieldset>
  );
}

function NoVariants() {
  return (
    <Notice tone="warning" title={<Trans>No active variants available for this product.</Trans>}>
      <AppLink to="/user/tickets/create">
        <Trans>Contact support</Trans>
      </AppLink>
    </Notice>
  );
}

const Row = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '11',
    px: '3.5',
    py: '2',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '&:has(:checked)': { bg: 'brand.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
    '&:has(:disabled)': { cursor: 'not-allowed', opacity: 0.7 },
  },
});
