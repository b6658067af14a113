import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { readStock, type StockOfVariant } from '../../../contract/codes.ts';
import { call } from '../../api/call.ts';
import { may } from '../../api/session.ts';
import { useRequest } from '../../sync/use-request.ts';
import { useFormatCount } from '../../text/money.ts';
import { Button } from '../../ui/button.tsx';
import { FreeText } from '../../ui/free-text.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Box, chakra, Muted, MutedSpan, Stack, Wrap } from '../../ui/theme/styled.tsx';
import { CodesBar } from './codes-bar.tsx';
import { ImportDialog } from './codes-import-dialog.tsx';
import { LowStockForm } from './codes-low-form.tsx';
import { WithdrawDialog } from './codes-withdraw.tsx';
import type { ListedProduct } from './queries.ts';

/** How often the numbers of an open page are requested again: orders change them. */
const refreshMs = 30_000;

type Batch = StockOfVariant['batches'][number];

/** The codes of a product: how many are free, and its batches; admins add and withdraw some. Needs a connection. */
export function CodesPanel({ product }: { product: ListedProduct }) {
  const { id } = product;
  const requested = useRequest(`products/${id}/stock`, (signal) => call(readStock, { id }, { signal }), {
    everyMs: refreshMs,
  });
  const [isImporting, setImporting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<Batch | null>(null);
  const { data } = requested;
  const mayChange = may('codes');
  return (
    <Panel
      title={<Trans>Codes</Trans>}
      aside={
        mayChange && data?.has_key ? (
          <Button size="sm" variant="outline" onClick={() => setImporting(true)}>
            <Plus aria-hidden="true" />
            <Trans>Add codes</Trans>
          </Button>
        ) : null
      }
    >
      <LoadState {...requested} hasData={data !== undefined}>
        <Trans>You are offline. The numbers of codes need a connection.</Trans>
      </LoadState>
      {data ? (
        <Stack gap="5">
          {data.has_key ? null : (
            <Notice tone="warning">
              <Trans>This server has no key for codes, so none can be added. The operator sets CODES_KEY.</Trans>
            </Notice>
          )}
          {data.stock.map((stock) => (
            <VariantStock
              key={stock.variant_id ?? 0}
              productId={id}
              stock={stock}
              onWithdraw={mayChange ? setWithdrawn : null}
            />
          ))}
        </Stack>
      ) : null}
      {isImporting && data ? (
        <ImportDialog productId={id} stock={data.stock} onClose={() => setImporting(false)} />
      ) : null}
      {withdrawn ? <WithdrawDialog productId={id} batch={withdrawn} onClose={() => setWithdrawn(null)} /> : null}
    </Panel>
  );
}

interface VariantProps {
  productId: number;
  stock: StockOfVariant;
  /** null for users who withdraw no codes. */
  onWithdraw: ((batch: Batch) => void) | null;
}

/** The numbers of one variant, or of a product without variants. */
function VariantStock({ productId, stock, onWithdraw }: VariantProps) {
  const { t } = useLingui();
  const formatCount = useFormatCount();
  const levels = {
    in: { label: t`In stock`, tone: 'green' },
    low: { label: t`Low`, tone: 'amber' },
    out: { label: t`Sold out`, tone: 'red' },
  } as const;
  const { title, free, level, sold_today: sold, batches } = stock;
  return (
    <Box as="section" aria-label={title ?? undefined} css={separated}>
      {title === null ? null : (
        <FreeText as="h3" fontWeight="medium">
          {title}
        </FreeText>
      )}
      <Wrap alignItems="center" columnGap="3" rowGap="1">
        <chakra.span className="numbers" textStyle="lg" fontWeight="semibold">
          <Trans>{formatCount(free)} free</Trans>
        </chakra.span>
        <StatusBadge {...levels[level]} />
        <Muted as="span" textStyle="xs">
          <Plural value={sold} one="# sold in the last 24 hours" other="# sold in the last 24 hours" />
        </Muted>
      </Wrap>
      <UnsoldNote status={stock.status} />
      {stock.status === 'deleted' ? null : <LowStockForm productId={productId} stock={stock} />}
      {batches.length === 0 ? (
        <Muted mt="3">
          <Trans>No codes were added yet.</Trans>
        </Muted>
      ) : (
        <chakra.ul aria-label={t`Batches`} listStyleType="none" mt="3" display="flex" flexDirection="column" gap="3">
          {batches.map((batch) => (
            <BatchLine key={batch.id} batch={batch} onWithdraw={onWithdraw} />
          ))}
        </chakra.ul>
      )}
    </Box>
  );
}

/** Why codes are not sold; nothing for those that are. */
function UnsoldNote({ status }: Pick<StockOfVariant, 'status'>) {
  if (status === 'active') return null;
  return (
    <Muted textStyle="xs">
      {status === 'inactive' ? (
        <Trans>The variant is inactive, so its codes are not sold.</Trans>
      ) : (
        <Trans>The variant was deleted, so its codes are not sold. They stay until you withdraw them.</Trans>
      )}
    </Muted>
  );
}

const separated = { '& + &': { borderTopWidth: '1px', pt: '4' } } as const;

/** A batch: who added it and when, its note and cost, and what became of its codes. */
function BatchLine({ batch, onWithdraw }: { batch: Batch } & Pick<VariantProps, 'onWithdraw'>) {
  const { note, cost, counts, created_by: by, created_at: at } = batch;
  const name = <bdi>{by}</bdi>;
  const price = <MoneyText amount={cost ?? 0} />;
  return (
    <chakra.li borderTopWidth="1px" borderColor="border.muted" pt="3">
      <Wrap justifyContent="space-between" alignItems="center" gap="2">
        <Box minW="0" flex="1 1 12rem">
          {note ? <FreeText overflowWrap="anywhere">{note}</FreeText> : null}
          <MutedSpan display="block" textStyle="xs">
            {name} · <RelativeTime at={at} />
            {typeof cost === 'number' ? (
              <>
                {' '}
                · <Trans>{price} each</Trans>
              </>
            ) : null}
          </MutedSpan>
        </Box>
        {onWithdraw && (counts.free ?? 0) > 0 ? (
          <Button size="sm" variant="ghost" colorPalette="red" onClick={() => onWithdraw(batch)}>
            <Trans>Withdraw…</Trans>
          </Button>
        ) : null}
      </Wrap>
      <CodesBar counts={counts} />
    </chakra.li>
  );
}
