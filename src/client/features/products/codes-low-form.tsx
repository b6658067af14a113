import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type SyntheticEvent } from 'react';
import { setStock, type StockOfVariant } from '../../../contract/codes.ts';
import { call } from '../../api/call.ts';
import { asFailure, type CallFailure } from '../../api/failure.ts';
import { may } from '../../api/session.ts';
import { refreshRequests } from '../../sync/use-request.ts';
import { useOnline } from '../../sync/use-sync-status.ts';
import { useFormatCount } from '../../text/money.ts';
import { useRefusalText } from '../../text/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { chakra, Muted } from '../../ui/theme/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { plainAmount } from './typed-values.ts';

interface Props {
  productId: number;
  stock: StockOfVariant;
}

/** The number of free codes at which admins are notified; others read it. */
export function LowStockForm(props: Props) {
  const formatCount = useFormatCount();
  const { low_at: lowAt } = props.stock;
  if (may('codes')) return <Form key={lowAt} {...props} />;
  return lowAt === null ? null : (
    <Muted textStyle="xs">
      <Trans>Admins are notified at {formatCount(lowAt)}.</Trans>
    </Muted>
  );
}

function Form({ productId, stock: { variant_id, low_at: lowAt } }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const { failure: sentenceOf, field } = useRefusalText();
  const saved = String(lowAt ?? '');
  const [typed, setTyped] = useState(saved);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const { busy, whileBusy } = useBusy();
  const text = plainAmount(typed);
  const save = async () => {
    setFailure(null);
    const input = { id: productId, variant_id, low_at: text === '' ? null : text };
    const refused = await call(setStock, input).then(() => null, asFailure);
    if (refused) return setFailure(refused);
    refreshRequests(`products/${productId}/stock`);
    return toast({ tone: 'success', title: t`Saved` });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void whileBusy(save);
  };
  const code = failure?.errors?.low_at?.[0];
  return (
    <chakra.form noValidate onSubmit={submit} display="flex" alignItems="flex-end" gap="2" mt="3" maxW="14rem">
      <TextField
        label={t`Notify admins at`}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        className="numbers"
        placeholder={t`Never`}
        value={typed}
        error={failure ? (code ? field(code, t`Notify admins at`) : sentenceOf(failure)) : null}
        onChange={setTyped}
      />
      <Button type="submit" variant="outline" loading={busy} disabled={!online || text === saved}>
        <Trans>Save</Trans>
      </Button>
    </chakra.form>
  );
}
