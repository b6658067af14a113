import { Trans } from '@lingui/react/macro';
import { useDeferredValue } from 'react';
import { textIn } from '../../../contract/article-rules.ts';
import type { Locale } from '../../../contract/locales.ts';
import { referenceOf } from '../../../contract/topup-rules.ts';
import { readAmount } from '../../forms/use-money-form.ts';
import { dirOf } from '../../text/locales.ts';
import { useMoney } from '../../text/money.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { Box, chakra, Muted } from '../../ui/theme/styled.tsx';
import { ThreeLanguages } from '../../forms/three-languages.tsx';
import { FilledText } from '../../ui/variables.tsx';
import type { MethodValues, Texts } from './method-form-data.ts';

interface Props {
  values: MethodValues;
  locale: Locale;
}

/** The card of a method as a customer reads it in each language, with the values of an invented customer. */
export function MethodPreview({ values, locale }: Props) {
  const shown = useDeferredValue(values);
  return <ThreeLanguages locale={locale}>{(one) => <Card values={shown} one={one} />}</ThreeLanguages>;
}

const sampleCustomer = 4242;

/** A text in a language, or else in the first that has one, as customers get it. */
const shownText = (texts: Texts, one: Locale): string => textIn(texts, one)?.text.trim() ?? '';

function Card({ values: { name, steps, accounts, min, max }, one }: { values: MethodValues; one: Locale }) {
  const { format } = useMoney();
  const [from, to] = [format(readAmount(min)), format(readAmount(max))];
  const amount = format(readAmount(max) ?? 50);
  const fill = (part: string) => part.replace('{reference}', referenceOf(sampleCustomer)).replace('{amount}', amount);
  return (
    <Box
      as="section"
      aria-label={one}
      lang={one}
      dir={dirOf(one)}
      borderWidth="1px"
      borderRadius="lg"
      p="4"
      textStyle="sm"
      overflowWrap="anywhere"
    >
      <chakra.p fontWeight="semibold">{shownText(name, one) || '–'}</chakra.p>
      <Muted textStyle="xs">
        <bdi>{from}</bdi> – <bdi>{to}</bdi>
      </Muted>
      <FreeText mt="2" whiteSpace="pre-wrap">
        <FilledText text={shownText(steps, one) || '–'} fill={fill} />
      </FreeText>
      <chakra.dl mt="3" display="flex" flexDirection="column" gap="2">
        {accounts.map(({ label, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the accounts have no other identity
          <div key={at}>
            <chakra.dt textStyle="xs" color="fg.muted">
              {shownText(label, one) || '–'}
            </chakra.dt>
            <chakra.dd fontWeight="medium">
              <bdi>{value || '–'}</bdi>
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
      {accounts.length === 0 ? (
        <Muted textStyle="xs" mt="2">
          <Trans>No accounts</Trans>
        </Muted>
      ) : null}
    </Box>
  );
}
