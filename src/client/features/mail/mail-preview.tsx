import { useLingui } from '@lingui/react/macro';
import { useDeferredValue } from 'react';
import { filledText, paragraphsOf, type EmailVariable, type MailAnswer } from '../../../contract/mail.ts';
import { isolated } from '../../text/isolated.ts';
import { dirOf } from '../../text/locales.ts';
import { FilledText } from '../../ui/variables.tsx';
import { standardOf, type TextChoice } from './mail-form-data.ts';
import { Box, chakra, Muted, Stack } from '../../ui/theme/styled.tsx';

interface Props {
  answer: MailAnswer;
  choice: TextChoice;
  subject: string;
  body: string;
  senderName: string;
}

/** The e-mail as its reader could get it, with the values of an invented event, which are marked. */
export function MailPreview({ answer, choice, senderName, ...texts }: Props) {
  const { t } = useLingui();
  const { locale } = choice;
  const standard = standardOf(answer.standard, choice);
  const subject = useDeferredValue(texts.subject).trim() || standard.subject;
  const body = useDeferredValue(texts.body).trim() || standard.body;
  const examples = answer.examples[locale];
  const valueOf = (name: string) => (Object.hasOwn(examples, name) ? examples[name as EmailVariable] : undefined);
  const fill = (part: string) => filledText(part, valueOf);
  return (
    <Box as="section" aria-label={t`Preview`} minW="0">
      <chakra.h3 textStyle="field" mb="1.5">
        {t`Preview`}
      </chakra.h3>
      <Box borderWidth="1px" borderRadius="lg" minW="0" overflowWrap="anywhere">
        <Box px="4" py="3" bg="bg.sunken" borderTopRadius="lg" textStyle="sm">
          <Muted>
            <bdi>{senderOf(senderName.trim(), answer.sender)}</bdi>
          </Muted>
          <chakra.p fontWeight="medium" lang={locale} dir={dirOf(locale)}>
            <FilledText text={subject} fill={fill} />
          </chakra.p>
        </Box>
        <Stack px="4" py="4" lang={locale} dir={dirOf(locale)} gap="3">
          {paragraphsOf(body).map((paragraph, at) =>
            paragraph === '{link}' ? (
              // oxlint-disable-next-line react/no-array-index-key -- the paragraphs have no other identity
              <Label key={at}>{filledText(standard.button, () => examples.shop)}</Label>
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- the paragraphs have no other identity
              <chakra.p key={at} whiteSpace="pre-wrap">
                <FilledText text={paragraph} fill={fill} />
              </chakra.p>
            ),
          )}
        </Stack>
      </Box>
    </Box>
  );
}

/** Returns the sender that readers see: the name of the shop's settings before the operator's address. */
function senderOf(name: string, operator: string): string {
  const address = /<([^<>]+@[^<>]+)>/.exec(operator)?.[1] ?? operator;
  return name ? `${isolated(name)} <${address}>` : operator;
}

/** The link as the e-mail shows it. */
const Label = chakra('span', {
  base: {
    alignSelf: 'start',
    px: '4',
    py: '2',
    borderRadius: 'md',
    bg: 'brand.solid',
    color: 'brand.contrast',
    fontWeight: 'medium',
  },
});
