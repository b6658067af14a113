import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { serverNow, useDates, type Moment } from '../text/dates.ts';
import { Notice } from './notice.tsx';
import { useBusy } from './use-busy.ts';

interface Props {
  /** The user's value, and when it was set. */
  mine: string;
  mineAt: Moment;
  /** The current value, its author and its time, where the server sent them. */
  theirs: string;
  theirsBy: string | null;
  theirsAt: Moment;
  onChoose: (whose: 'mine' | 'theirs') => Promise<void>;
}

/** Shows two conflicting values with their authors, and lets the user choose one of the values. */
export function ConflictChoice({ mine, mineAt, theirs, theirsBy, theirsAt, onChoose }: Props) {
  const { t } = useLingui();
  const dates = useDates();
  const { busy, whileBusy } = useBusy();
  const moment = (at: Moment) => (isToday(at) ? dates.time(at) : dates.full(at));
  const [mineWhen, theirsWhen] = [moment(mineAt), theirsAt ? moment(theirsAt) : null];
  const who = theirsBy ?? t`Somebody else`;
  return (
    <Notice tone="warning" title={<Trans>Changed by two people</Trans>}>
      <p>
        <Trans>
          You set <b>{mine}</b> at {mineWhen}.
        </Trans>
      </p>
      <p>
        {theirsWhen ? (
          <Trans>
            <bdi>{who}</bdi> set <b>{theirs}</b> at {theirsWhen}.
          </Trans>
        ) : (
          <Trans>
            <bdi>{who}</bdi> set <b>{theirs}</b>.
          </Trans>
        )}
      </p>
      <Box display="flex" flexWrap="wrap" gap="2" mt="2">
        <Button size="sm" variant="outline" disabled={busy} onClick={() => void whileBusy(() => onChoose('theirs'))}>
          <Trans>Keep {theirs}</Trans>
        </Button>
        <Button size="sm" variant="outline" disabled={busy} onClick={() => void whileBusy(() => onChoose('mine'))}>
          <Trans>Set {mine} anyway</Trans>
        </Button>
      </Box>
    </Notice>
  );
}

const isToday = (at: Moment): boolean =>
  at !== null && at !== undefined && new Date(at).toDateString() === new Date(serverNow()).toDateString();
