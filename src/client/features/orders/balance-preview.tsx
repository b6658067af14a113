import { Trans } from '@lingui/react/macro';
import { ArrowRight, Plus } from 'lucide-react';
import { useShownArticles } from '../../sync/use-articles.ts';
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import { useBalanceText } from '../../text/articles.ts';
import { useMoney } from '../../text/money.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { AgeNote } from '../../ui/age-note.tsx';
import { BalanceHelpDisclosure } from '../../ui/balance-help.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Box, chakra, MutedSpan, Wrap } from '../../ui/theme/styled.tsx';

interface Props {
  /** In the shop's currency; undefined until it is known. */
  balance: number | undefined;
  /** What the order costs, in the shop's currency; null until a variant and a quantity are chosen. */
  total: number | null;
  online: boolean;
  /** When the balance was read, in ms. */
  readAt: number | null;
}

/** The balance before and after this order: "€120.00 → €95.00"; offline also the age of the balance (S2J-01). */
export function BalancePreview({ balance, total, online, readAt }: Props) {
  const after = balance === undefined || total === null ? null : Math.round((balance - total) * 100) / 100;
  const isTooLow = after !== null && after < 0;
  const { format } = useMoney();
  const missing = format(-(after ?? 0));
  return (
    <Box px="4" py="3" bg="bg.subtle" borderWidth="1px" borderRadius="lg">
      <Wrap alignItems="baseline" justifyContent="space-between" gap="2">
        <MutedSpan>
          <Trans>Your balance</Trans>
        </MutedSpan>
        <chakra.span
          display="inline-flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap="2"
          textStyle="md"
          fontWeight="semibold"
        >
          <MoneyText amount={balance} />
          {after === null || isTooLow ? null : (
            <>
              <ArrowRight size={16} data-mirror="" role="img" aria-hidden="true" />
              <chakra.span srOnly>
                <Trans>after this order</Trans>
              </chakra.span>
              <MoneyText amount={after} />
            </>
          )}
        </chakra.span>
      </Wrap>
      {isTooLow ? (
        <>
          <chakra.p mt="1" textStyle="xs" color="fg.warning">
            <Trans>Your balance is not enough for this order.</Trans>{' '}
            <span>
              <Trans>{missing} is missing.</Trans>
            </span>
          </chakra.p>
          <HowToAdd missing={-(after ?? 0)} />
        </>
      ) : null}
      <AgeNote at={readAt} online={online} />
    </Box>
  );
}

/** The way to a top-up of the missing amount; without a method, the shop's text about adding balance. */
function HowToAdd({ missing }: { missing: number }) {
  const article = useBalanceText(useShownArticles());
  const hasMethods = useTopupMethods()?.length !== 0;
  if (hasMethods)
    return (
      <Box mt="3" mb="2">
        <ButtonLink to="/user/top-up" search={{ amount: missing.toFixed(2) } as never} variant="outline" size="sm">
          <Plus aria-hidden="true" />
          <Trans>Add balance</Trans>
        </ButtonLink>
      </Box>
    );
  return (
    <Box mt="3" mb="2">
      <BalanceHelpDisclosure article={article} />
    </Box>
  );
}
