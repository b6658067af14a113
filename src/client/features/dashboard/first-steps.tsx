import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useTopupMethods } from '../../sync/use-topup-methods.ts';
import { AddBalance, Drawn } from './add-balance.tsx';
import type { Beginning } from './beginning.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { Box, chakra } from '../../ui/theme/styled.tsx';

interface Props {
  beginning: Beginning;
  /** Called when all texts are shown. */
  onDrawn: () => void;
}

/** The way of a new customer to the first order: balance, catalogue, order; what is done has a tick (S2E-05). */
export function FirstSteps({ beginning: { hasBalance, hasBrowsed }, onDrawn }: Props) {
  const methods = useTopupMethods();
  if (!hasBalance && !methods)
    return (
      <Panel flush>
        <SkeletonRows />
      </Panel>
    );
  const hasMethods = methods !== undefined && methods.length > 0;
  return (
    <Surface>
      <Head>
        <Trans>Three steps to your first order</Trans>
      </Head>
      <List data-wide={hasBalance ? undefined : ''}>
        {hasBalance ? (
          <Step number={1} title={<Trans>Add balance</Trans>} isDone>
            <Drawn onDrawn={onDrawn} />
          </Step>
        ) : (
          <Step number={1} title={hasMethods ? <Trans>Add balance</Trans> : <Trans>How to add balance</Trans>}>
            {hasMethods ? (
              <TopUp onDrawn={onDrawn} />
            ) : (
              <Box css={shortText}>
                <AddBalance isMain onDrawn={onDrawn} />
              </Box>
            )}
          </Step>
        )}
        <Step number={2} title={<Trans>Look around in the catalogue</Trans>} isDone={hasBrowsed}>
          <Text>
            <Trans>See what there is and what it costs. Nothing is charged before you confirm an order.</Trans>
          </Text>
          <Box mt="2">
            <ButtonLink to="/user/catalogue" variant={hasBalance ? 'solid' : 'outline'}>
              <Trans>Open the catalogue</Trans>
            </ButtonLink>
          </Box>
        </Step>
        <Step number={3} title={<Trans>Place your first order</Trans>}>
          <Text>
            <Trans>It is paid from your balance. You follow it here, also without a connection.</Trans>
          </Text>
        </Step>
      </List>
    </Surface>
  );
}

/** The way to a top-up request. */
function TopUp({ onDrawn }: Pick<Props, 'onDrawn'>) {
  return (
    <>
      <Drawn onDrawn={onDrawn} />
      <Text>
        <Trans>Pay the shop, then send the number or a picture of the payment.</Trans>
      </Text>
      <Box mt="2">
        <ButtonLink to="/user/top-up">
          <Trans>Add balance</Trans>
        </ButtonLink>
      </Box>
    </>
  );
}

/** The text beside the other steps: smaller and closer than an article. */
const shortText = {
  '& [lang]': { textStyle: 'sm', color: 'fg.muted' },
  '& [lang] * + :is(p, ul, ol)': { mt: '2' },
  '& [lang] li + li': { mt: '1' },
} as const;

interface StepProps {
  number: number;
  title: ReactNode;
  isDone?: boolean;
  children: ReactNode;
}

function Step({ number, title, isDone = false, children }: StepProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <chakra.li display="flex" gap="3" px={{ base: '4', md: '5' }} py="4">
      <Place className="numbers" data-done={isDone ? '' : undefined}>
        {isDone ? <Check size="1rem" strokeWidth={3} role="img" aria-label={t`Done`} /> : number}
      </Place>
      <chakra.section flex="1" minW="0" aria-labelledby={id}>
        <chakra.h3 id={id} textStyle="section" pt="0.5" mb="1" color={isDone ? 'fg.muted' : undefined}>
          {title}
        </chakra.h3>
        {children}
      </chakra.section>
    </chakra.li>
  );
}

/** Below each other; where the steps are as wide as the page (`data-wide`), beside each other on wide screens. */
const List = chakra('ol', {
  base: {
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border.muted' },
    '&[data-wide]': { lg: { display: 'grid', gridTemplateColumns: '6fr 4fr 4fr' } },
    '&[data-wide] > li + li': { lg: { borderTopWidth: '0', borderInlineStartWidth: '1px' } },
  },
});

const Text = chakra('p', { base: { color: 'fg.muted' } });

const Surface = chakra('div', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'xl',
    overflow: 'hidden',
    shadow: { base: 'xs', _dark: 'none' },
  },
});

/** In the colours of the balance, whose place the steps take. */
const Head = chakra('h2', {
  base: {
    px: { base: '4', md: '5' },
    py: '4',
    textStyle: 'title',
    color: 'hero.fg',
    bgImage: 'linear-gradient(135deg, {colors.hero.from}, {colors.hero.to})',
  },
});

const Place = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '7',
    flexShrink: 0,
    borderRadius: 'full',
    textStyle: 'sm',
    fontWeight: 'semibold',
    color: 'brand.fg',
    bg: 'brand.muted',
    '&[data-done]': { color: 'brand.contrast', bg: 'brand.solid' },
  },
});
