import { Trans, useLingui } from '@lingui/react/macro';
import { MessageCirclePlus, ThumbsDown, ThumbsUp } from 'lucide-react';
import { signedInPerson } from '../../api/session.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { rememberVote } from '../../local/article-marks.ts';
import { currentDatabase } from '../../local/current.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { useShowFailure } from '../../ui/use-busy.ts';
import { chakra, Wrap } from '../../ui/theme/styled.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';

/** Asks whether an article helped. The answer also counts offline, and can be changed; customers can ask support. */
export function ArticleVote({ articleId }: { articleId: number }) {
  const { t } = useLingui();
  const { answer, vote } = useVote(articleId);
  return (
    <Row>
      <Wrap role="group" aria-label={t`Did this help?`} alignItems="center" gap="2">
        <chakra.p fontWeight="medium" me="1">
          {answer === undefined ? <Trans>Did this help?</Trans> : <Trans>Thank you for your answer.</Trans>}
        </chakra.p>
        <Choice isChosen={answer === true} onClick={() => void vote(true)}>
          <ThumbsUp aria-hidden="true" />
          <Trans>Yes</Trans>
        </Choice>
        <Choice isChosen={answer === false} onClick={() => void vote(false)}>
          <ThumbsDown aria-hidden="true" />
          <Trans>No</Trans>
        </Choice>
      </Wrap>
      {signedInPerson()?.role === 'user' ? (
        <ButtonLink to="/user/tickets/create" search={{ article: articleId } as never} variant="outline">
          <MessageCirclePlus aria-hidden="true" />
          <Trans>Open a ticket about it</Trans>
        </ButtonLink>
      ) : null}
    </Row>
  );
}

/** Returns the user's answer about an article as this device knows it, and a function that sends an answer. */
function useVote(articleId: number) {
  const { t } = useLingui();
  const db = currentDatabase();
  const perform = usePerform();
  const showFailure = useShowFailure();
  const votes = useLiveQuery(() => db.fact('articleVotes'), [db]);
  const answer = votes?.[articleId];
  const vote = async (isHelpful: boolean) => {
    if (isHelpful === answer) return;
    const args = { article_id: articleId, is_helpful: isHelpful };
    const words = { done: null, refused: t`Your answer was not counted.` };
    const queued = await perform('article.vote', args, { ...words, isAccepted: async () => true });
    if (queued !== null) await rememberVote(db, articleId, isHelpful).catch(showFailure);
  };
  return { answer, vote };
}

function Choice({ isChosen, ...rest }: ButtonProps & { isChosen: boolean }) {
  return <Button size="sm" variant="outline" aria-pressed={isChosen} css={isChosen ? chosen : {}} {...rest} />;
}

const chosen = { bg: 'bg.selected', borderColor: 'brand.solid', color: 'brand.fg' } as const;

const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '3', mt: '4' },
});
