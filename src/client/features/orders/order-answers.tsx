import { Trans } from '@lingui/react/macro';
import type { Answer } from '../../../contract/order-fields.ts';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useAnswerText, useTranslated } from '../../text/translated.ts';
import { FreeText } from '../../ui/free-text.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

/** The answers of all items of an order. */
export const answersOf = ({ items }: Order): Answer[] => items.flatMap(({ answers }) => answers ?? []);

interface Props {
  productId: number;
  answers: readonly Answer[];
}

/** What an order says, with the labels as they were when it was placed. */
export function OrderAnswers({ productId, answers }: Props) {
  const translated = useTranslated();
  const answerText = useAnswerText();
  const choiceOf = useChoiceLabels(productId);
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
              <FreeText whiteSpace={answer.kind === 'note' ? 'pre-wrap' : undefined}>
                {answerText({ choice: choiceOf(answer), ...answer })}
              </FreeText>
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
    </Box>
  );
}

/**
 * Returns a function for the label of a choice as the product has it now: the server adds the label to the order with a
 * correction that still waits.
 */
function useChoiceLabels(productId: number): (answer: Answer) => Answer['choice'] {
  const fields = useLiveQuery(
    async () => (await currentDatabase().products.get(productId))?.order_fields ?? [],
    [productId],
  );
  return ({ key, value }) =>
    fields?.find((field) => field.key === key)?.choices.find((choice) => choice.value === value)?.label;
}
