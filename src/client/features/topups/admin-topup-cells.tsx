import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import type { Alike, TopupRow } from '../../../contract/topups.ts';
import { useTopupWords } from '../../text/topups.ts';
import { useTranslated } from '../../text/translated.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { chakra, MutedSpan } from '../../ui/theme/styled.tsx';
import { useAlikeWords } from './admin-topup-words.ts';

/** The customer of a request: name and id. */
export function Customer({ topup: { user_id: id, user_name: name } }: { topup: TopupRow }) {
  return (
    <>
      <FreeText minW="0" lineClamp={{ base: 2, sm: 1 }} title={name}>
        {name}
      </FreeText>
      <MutedSpan display="block" textStyle="xs" hideBelow="sm">
        <bdi className="numbers">#{id}</bdi>
      </MutedSpan>
    </>
  );
}

/** The name of the method when the request was opened. */
export function Method({ topup }: { topup: Pick<TopupRow, 'method_name'> }) {
  const translated = useTranslated();
  return <FreeText lineClamp={2}>{translated(topup.method_name) || '–'}</FreeText>;
}

/** The number of the transfer, as the customer typed it. */
export const SlipNumber = ({ topup: { slip_number: number } }: { topup: Pick<TopupRow, 'slip_number'> }) => (
  <chakra.bdi className="numbers" overflowWrap="anywhere">
    {number ?? '–'}
  </chakra.bdi>
);

export function TopupStatus({ topup }: { topup: Pick<TopupRow, 'status'> }) {
  return <StatusBadge {...useTopupWords().status(topup.status)} />;
}

/** "Same file as #31 +2": what a request has in common with others; nothing where there are none. */
export function AlikeMark({ alike = [] }: { alike: readonly Alike[] | undefined }) {
  const { t } = useLingui();
  const words = useAlikeWords();
  const [first] = alike;
  if (!first) return null;
  const more = alike.length - 1;
  return (
    <Mark title={alike.map(words).join(' · ')}>
      <Copy size="0.875rem" aria-hidden="true" style={{ flexShrink: 0 }} />
      <span>
        {words(first)}
        {more > 0 ? ` · ${t`${plural(more, { one: '# more', other: '# more' })}`}` : null}
      </span>
    </Mark>
  );
}

const Mark = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    px: '2',
    py: '0.5',
    borderRadius: 'sm',
    bg: 'amber.muted',
    color: 'amber.fg',
    textStyle: 'xs',
    fontWeight: 'medium',
  },
});
