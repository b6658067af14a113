import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { serverNow } from '../text/clock.ts';
import { useDates, type Moment } from '../text/dates.ts';
import { Notice } from './notice.tsx';
import { useBusy } from './use-busy.ts';

interface Props {
  /** What the person chose, and when. */
  mine: string;
  mineAt: Moment;
  /** What it is now, by whom and when, as far as the server told. */
  theirs: string;
  theirsBy: string | null;
  theirsAt: Moment;
  onChoose: (whose: 'mine' | 'theirs') => Promise<void>;
}

/** Two people chose differently: says what each one did, and lets this person decide. */
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
