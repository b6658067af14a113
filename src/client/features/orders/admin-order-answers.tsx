import { Trans } from '@lingui/react/macro';
import { MessageSquareWarning } from 'lucide-react';
import type { Answer } from '../../../contract/order-fields.ts';
import type { Order } from '../../../contract/orders.ts';
import { useAnswerText, useTranslated } from '../../text/translated.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FreeText, IsolatedText } from '../../ui/free-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Box, chakra, HStack, MutedSpan, Wrap } from '../../ui/theme/styled.tsx';
import { answersOf } from './order-answers.tsx';
import { isAskable, type AskedField } from './admin-order-ask.ts';

interface Props {
  order: Order;
  fields: readonly AskedField[];
  onAsk: () => void;
}

/** What the customer has answered, each with a button that copies it, and what support has asked to correct. */
export function AdminOrderAnswers({ order, fields, onAsk }: Props) {
  const answers = answersOf(order);
  const canAsk = isAskable(order, fields);
  if (answers.length === 0 && !canAsk && !order.ask) return null;
  return (
    <Box mt="5">
      <Wrap justifyContent="space-between" alignItems="center" gap="2">
        <Title>
          <Trans>Answers of the customer</Trans>
        </Title>
        {canAsk ? (
          <Button size="sm" variant="outline" onClick={onAsk}>
            <MessageSquareWarning aria-hidden="true" />
            <Trans>Ask to correct…</Trans>
          </Button>
        ) : null}
      </Wrap>
      {order.ask ? <OpenAsk ask={order.ask} fields={fields} /> : null}
      <chakra.dl borderWidth={answers.length > 0 ? '1px' : '0'} borderRadius="lg" mt="1.5">
        {answers.map((answer) => (
          <AnswerLine key={answer.key} answer={answer} isAsked={order.ask?.keys.includes(answer.key) ?? false} />
        ))}
      </chakra.dl>
    </Box>
  );
}

function AnswerLine({ answer, isAsked }: { answer: Answer; isAsked: boolean }) {
  const translated = useTranslated();
  const answerText = useAnswerText();
  const { key, kind, label, value } = answer;
  return (
    <Line>
      <chakra.dt textStyle="xs" color={isAsked ? 'fg.warning' : 'fg.muted'}>
        <bdi>{translated(label) || key}</bdi>
      </chakra.dt>
      <chakra.dd minW="0">
        <FreeText whiteSpace="pre-wrap">{answerText(answer)}</FreeText>
        {kind === 'link' ? (
          <MutedSpan textStyle="xs">
            <bdi>{hostOf(value)}</bdi>
          </MutedSpan>
        ) : null}
      </chakra.dd>
      <chakra.dd gridColumn="2" gridRow="1 / span 2">
        <CopyButton text={value} />
      </chakra.dd>
    </Line>
  );
}

/** The host of a link stands apart, because a long address can hide it. */
const hostOf = (address: string): string => /^https:\/\/([^/?#]+)/i.exec(address)?.[1] ?? '';

/** What support asks the customer to correct, and since when. */
function OpenAsk({ ask, fields }: { ask: NonNullable<Order['ask']>; fields: readonly AskedField[] }) {
  const names = ask.keys.map((key) => fields.find((field) => field.key === key)?.label ?? key);
  return (
    <Box my="2">
      <Notice tone="warning" title={<Trans>The customer is asked to correct</Trans>}>
        <Wrap columnGap="2" as="span">
          {names.map((name) => (
            <chakra.bdi key={name} fontWeight="medium">
              {name}
            </chakra.bdi>
          ))}
        </Wrap>
        <FreeText whiteSpace="pre-wrap">{ask.text}</FreeText>
        <HStack as="span" display="inline-flex" gap="1" textStyle="xs">
          <IsolatedText>{ask.by}</IsolatedText> · <RelativeTime at={ask.at} ago />
        </HStack>
      </Notice>
    </Box>
  );
}

const Title = chakra('h3', { base: { textStyle: 'xs', fontWeight: 'medium', color: 'fg.muted' } });
const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    px: '3.5',
    py: '2',
    '&:not(:first-of-type)': { borderTopWidth: '1px', borderColor: 'border.muted' },
  },
});
