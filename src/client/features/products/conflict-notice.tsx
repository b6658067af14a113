import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { isolated } from '../../text/isolated.ts';
import { useMoney } from '../../text/money.ts';
import { Notice } from '../../ui/notice.tsx';
import { choiceOf, partOf, type ComparedField, type Conflict } from './product-conflict.ts';
import { plainAmount, type ProductValues } from './product-values.ts';
import { useGeneralStatus } from './product-words.ts';
import { useCategoryChoices } from './queries.ts';
import { Box, chakra } from '../../ui/theme/styled.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  conflict: Conflict;
  values: ProductValues;
  set: (patch: Partial<ProductValues>) => void;
}

/** Another admin has saved the product meanwhile: both versions, field by field, each with the choice between them (D-2). */
export function ConflictNotice({ conflict, values, set }: Props) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const wordsOf = useFieldWords();
  const names = useFieldNames();
  const { mine, current, fields } = conflict;
  useEffect(() => box.current?.focus(), [conflict]);
  return (
    <Box ref={box} tabIndex={-1} outline="none">
      <Notice tone="warning" title={<Trans>Changed by two people</Trans>}>
        <p>
          {fields.length > 0 ? (
            <Trans>Another admin has saved this product. Choose a version for each field, then save again.</Trans>
          ) : (
            <Trans>Another admin has saved other fields of this product. The form shows them. Save again.</Trans>
          )}
        </p>
        <chakra.ul listStyleType="none" mt="3" display="flex" flexDirection="column" gap="3">
          {fields.map((name) => {
            const chosen = choiceOf(name, values, conflict);
            return (
              <chakra.li key={name} role="group" aria-label={names[name]}>
                <chakra.p fontWeight="medium" color="fg">
                  {names[name]}
                </chakra.p>
                <Box display="grid" gap="2" mt="1" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
                  <Version
                    title={t`Yours`}
                    isChosen={chosen === 'mine'}
                    onChoose={() => set(partOf(name, mine))}
                    words={wordsOf(name, mine)}
                  />
                  <Version
                    title={t`Saved by the other admin`}
                    isChosen={chosen === 'theirs'}
                    onChoose={() => set(partOf(name, current.values))}
                    words={wordsOf(name, current.values)}
                  />
                </Box>
              </chakra.li>
            );
          })}
        </chakra.ul>
      </Notice>
    </Box>
  );
}

interface VersionProps {
  title: string;
  isChosen: boolean;
  onChoose: () => void;
  words: ReactNode;
}

function Version({ title, isChosen, onChoose, words }: VersionProps) {
  return (
    <Button
      variant="outline"
      aria-pressed={isChosen}
      onClick={onChoose}
      h="auto"
      py="2"
      display="block"
      textAlign="start"
      whiteSpace="normal"
      borderWidth={isChosen ? '2px' : '1px'}
      borderColor={isChosen ? 'brand.solid' : 'border.control'}
    >
      <chakra.span display="block" textStyle="xs" color="fg.muted">
        {title}
      </chakra.span>
      <chakra.bdi display="block" mt="1" lineClamp="4" color="fg" overflowWrap="anywhere" fontWeight="normal">
        {words}
      </chakra.bdi>
    </Button>
  );
}

function useFieldNames(): Record<ComparedField, string> {
  const { t } = useLingui();
  return {
    title: t`Title`,
    description: t`Description`,
    image: t`Picture`,
    price: t`Price`,
    cost: t`Cost`,
    category_ids: t`Categories`,
    status: t`Status`,
    is_available: t`Availability`,
    is_on_promo: t`Promotion`,
    product_variants: t`Variants`,
    sku: t`SKU`,
    search_words: t`Search words`,
    quantity: t`Stock`,
    video_url: t`Video`,
    store_url: t`Shop page`,
  };
}

/** Returns a function that puts a field of a form into words. */
function useFieldWords(): (name: ComparedField, values: ProductValues) => string {
  const { t } = useLingui();
  const { format } = useMoney();
  const lookOf = useGeneralStatus();
  const categories = useCategoryChoices() ?? [];
  const money = (typed: string) => format(Number(plainAmount(typed)));
  const titleOf = (id: number) => isolated(categories.find((category) => category.id === id)?.title ?? `#${id}`);
  const words: Record<ComparedField, (values: ProductValues) => string> = {
    title: ({ title }) => title,
    description: ({ description }) => description,
    image: ({ file, image }) => file?.name ?? image,
    price: ({ price }) => money(price),
    cost: ({ cost }) => money(cost),
    category_ids: ({ category_ids: ids }) => ids.map(titleOf).join(' · '),
    status: ({ status }) => lookOf(status).label,
    is_available: ({ is_available: yes }) => (yes ? t`Available` : t`Unavailable`),
    is_on_promo: ({ is_on_promo: yes }) => (yes ? t`On promotion` : t`No promotion`),
    product_variants: ({ has_variants: has, product_variants: variants }) =>
      has
        ? variants.map((one) => `${isolated(one.title)} ${money(one.price)} (${lookOf(one.status).label})`).join(' · ')
        : '',
    sku: ({ sku }) => sku,
    search_words: ({ search_words: words }) => words,
    quantity: ({ track_stock: isTracked, quantity }) => (isTracked ? quantity : t`Not tracked`),
    video_url: ({ video_url: address }) => address,
    store_url: ({ store_url: address }) => address,
  };
  return (name, values) => words[name](values) || '—';
}
