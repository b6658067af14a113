import { useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { OrderHistoryEntry } from '../../../contract/order-history.ts';
import { Box, chakra, MutedSpan, Wrap } from '../../ui/theme/styled.tsx';
import type { AskedField } from './admin-order-ask.ts';

interface Props {
  change: Pick<OrderHistoryEntry, 'fields'>;
  fields: readonly AskedField[];
}

/** Which answers a change of an order has asked for, or the answers before and after a correction. */
export function ChangedAnswers({ change, fields }: Props) {
  const valueOf = (name: string) => change.fields.find(({ field }) => field === name);
  const [keys, answers] = [valueOf('keys')?.new_value, valueOf('answers')];
  const nameOf = (key: string) => fields.find((field) => field.key === key)?.label ?? key;
  const [before, after] = [answersIn(answers?.old_value), answersIn(answers?.new_value)];
  return (
    <>
      {Array.isArray(keys) ? (
        <Wrap as="span" columnGap="2" textStyle="sm">
          {keys.map((key) => (
            <bdi key={String(key)}>{nameOf(String(key))}</bdi>
          ))}
        </Wrap>
      ) : null}
      {[...new Set([...Object.keys(before), ...Object.keys(after)])]
        .filter((key) => before[key] !== after[key])
        .map((key) => (
          <FromTo key={key} name={nameOf(key)} from={before[key]} to={after[key]} />
        ))}
    </>
  );
}

function FromTo({ name, from, to }: { name: string; from: string | undefined; to: string | undefined }) {
  const { t } = useLingui();
  return (
    <Box textStyle="sm" overflowWrap="anywhere">
      <MutedSpan>
        <bdi>{name}</bdi>
      </MutedSpan>{' '}
      <chakra.bdi textDecoration={from ? 'line-through' : undefined}>{from ?? '–'}</chakra.bdi>{' '}
      <chakra.span display="inline-block" verticalAlign="middle">
        <ArrowRight size={14} data-mirror="" role="img" aria-label={t`to`} />
      </chakra.span>{' '}
      <bdi>{to ?? '–'}</bdi>
    </Box>
  );
}

const answersIn = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
