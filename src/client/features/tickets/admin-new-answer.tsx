import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseRow } from '../../../contract/tickets.ts';
import { signedInPerson } from '../../api/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { Button } from '../../ui/button.tsx';

/**
 * Returns the last answer of a colleague, or message of the customer, that has arrived since the ticket was opened or the
 * user last replied; undefined when there is none.
 */
export function useNewAnswer(responses: readonly ResponseRow[]): ResponseRow | undefined {
  const [known] = useState(() => new Set(responses.map(({ id }) => id)));
  const messages = responses.filter((one) => !one.is_internal);
  const isOwn = ({ type, author_name: name }: ResponseRow) => type === 'admin' && name === signedInPerson()?.name;
  return messages.slice(messages.findLastIndex(isOwn) + 1).findLast(({ id }) => !known.has(id));
}

/** A notice in the reply form about an answer that has arrived meanwhile. */
export function NewAnswer({ found }: { found: ResponseRow }) {
  const name = <bdi>{found.author_name}</bdi>;
  return (
    <Notice
      tone="warning"
      action={
        <Button size="sm" variant="outline" onClick={showLastMessage}>
          <Trans>Show</Trans>
        </Button>
      }
    >
      {found.type === 'admin' ? (
        <Trans>{name} has answered since you opened this ticket. Read that answer before you send yours.</Trans>
      ) : (
        <Trans>{name} has written again since you opened this ticket.</Trans>
      )}
    </Notice>
  );
}

const showLastMessage = (): void =>
  [...document.querySelectorAll('article')].at(-1)?.scrollIntoView({ block: 'center' });
