import { Trans } from '@lingui/react/macro';
import type { Answer } from '../../../contract/order-fields.ts';
import type { Order } from '../../../contract/orders.ts';
import { useAnswerText, useTranslated } from '../../text/translated.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The answers of all items of an order. */
export const answersOf = ({ items }: Order): Answer[] => items.flatMap(({ answers }) => answers ?? []);

/** What an order says, with the labels as they were when it was placed. */
export function OrderAnswers({ answers }: { answers: readonly Answer[] }) {
  const translated = useTranslated();
  const answerText = useAnswerText();
  return (
    <Box>
      <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.muted" mb="1">
        <Trans>Your answers</Trans>
      </chakra.h3>
      <chakra.dl display="flex" flexDirection="column" gap="1.5">
        {answers.map((answer) => (
          <Box key={answer.key}>
            <chakra.dt textStyle="xs" color="fg.muted">
              <bdi>{translated(answer.label) || answer.key}</bdi>
            </chakra.dt>
            <chakra.dd minW="0">
              <FreeText whiteSpace={answer.kind === 'note' ? 'pre-wrap' : undefined}>{answerText(answer)}</FreeText>
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
    </Box>
  );
}
