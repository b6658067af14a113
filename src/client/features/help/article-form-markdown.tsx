import { Trans, useLingui } from '@lingui/react/macro';
import { chakra, Muted } from '../../ui/theme/styled.tsx';

/** What the signs of Markdown do, opened on demand. */
export function MarkdownHelp() {
  const { t } = useLingui();
  const page = t`page of the app`;
  const examples: readonly (readonly [sample: string, meaning: string])[] = [
    [`## ${t`Heading`}`, t`A heading`],
    [`**${t`important`}**`, t`Bold`],
    [`- ${t`first`}\n- ${t`second`}`, t`A list`],
    [`1. ${t`first`}\n2. ${t`second`}`, t`A list with numbers`],
    [`[${page}](/user/orders)`, t`A link to a page of the app`],
    [`[${t`website`}](https://example.com)`, t`A link to a website`],
    [`> ${t`note`}`, t`A quotation or a note`],
  ];
  return (
    <Details>
      <Summary>
        <Trans>How to format the text</Trans>
      </Summary>
      <Muted mt="2">
        <Trans>An empty line begins a new paragraph. HTML is shown as text, and pictures as their description.</Trans>
      </Muted>
      <Examples>
        {examples.map(([sample, meaning]) => (
          <chakra.div key={meaning} display="contents">
            <Sample>
              <bdi>{sample}</bdi>
            </Sample>
            <dd>{meaning}</dd>
          </chakra.div>
        ))}
      </Examples>
    </Details>
  );
}

const Details = chakra('details', { base: { textStyle: 'sm' } });

const Summary = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minH: { base: '11', md: '8' },
    cursor: 'pointer',
    color: 'brand.fg',
    borderRadius: 'xs',
    focusVisibleRing: 'outside',
    _hover: { textDecoration: 'underline' },
  },
});

const Examples = chakra('dl', {
  base: {
    mt: '2',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '2',
    alignItems: 'center',
  },
});

const Sample = chakra('dt', {
  base: {
    px: '2',
    py: '1',
    bg: 'bg.sunken',
    borderRadius: 'xs',
    fontFamily: 'mono',
    fontSize: '0.85em',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});
