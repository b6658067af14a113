import { Trans, useLingui } from '@lingui/react/macro';
import { serverNow, useDates, type Moment } from '../text/dates.ts';
import { ConflictFields, conflictButton, type ConflictField } from './conflict-fields.tsx';
import { Notice } from './notice.tsx';
import { useBusy } from './use-busy.ts';
import { chakra, Wrap } from './theme/styled.tsx';
import { Button } from './button.tsx';

interface Props {
  /** The user's value, and when it was set. */
  mine: string;
  mineAt: Moment;
  /** The current value, its author and its time, where the server sent them. */
  theirs: string;
  theirsBy: string | null;
  theirsAt: Moment;
  /** The fields of two versions of a record; without them `mine` and `theirs` are the values of one field. */
  fields?: readonly ConflictField[] | undefined;
  /** Why the user's version cannot be applied: then it cannot be chosen. */
  obstacle?: string | undefined;
  onChoose: (whose: 'mine' | 'theirs') => Promise<void>;
}

/** Shows two conflicting versions with their authors, and lets the user choose one of them. */
export function ConflictChoice({ onChoose, ...conflict }: Props) {
  const { busy, whileBusy } = useBusy();
  const { fields, obstacle } = conflict;
  const mine = <bdi>{conflict.mine}</bdi>;
  const theirs = <bdi>{conflict.theirs}</bdi>;
  return (
    <Notice tone="warning" title={<Trans>Changed by two people</Trans>}>
      {fields ? <Versions {...conflict} fields={fields} /> : <Values {...conflict} />}
      {obstacle ? <chakra.p mt="2">{obstacle}</chakra.p> : null}
      <Wrap gap="2" mt="2">
        <Button {...conflictButton} disabled={busy} onClick={() => void whileBusy(() => onChoose('theirs'))}>
          <span>{fields ? <Trans>Use the saved version</Trans> : <Trans>Keep {theirs}</Trans>}</span>
        </Button>
        {obstacle ? null : (
          <Button {...conflictButton} disabled={busy} onClick={() => void whileBusy(() => onChoose('mine'))}>
            <span>{fields ? <Trans>Save mine anyway</Trans> : <Trans>Set {mine} anyway</Trans>}</span>
          </Button>
        )}
      </Wrap>
    </Notice>
  );
}

type Conflict = Omit<Props, 'onChoose'>;

function Values({ mine, mineAt, theirs, theirsBy, theirsAt }: Conflict) {
  const { t } = useLingui();
  const moment = useMoment();
  const author = <bdi>{theirsBy ?? t`Another user`}</bdi>;
  const own = <b dir="auto">{mine}</b>;
  const saved = <b dir="auto">{theirs}</b>;
  const [mineWhen, theirsWhen] = [moment(mineAt), theirsAt ? moment(theirsAt) : null];
  return (
    <>
      <p>
        <Trans>
          You set {own} at {mineWhen}.
        </Trans>
      </p>
      <p>
        {theirsWhen ? (
          <Trans>
            {author} set {saved} at {theirsWhen}.
          </Trans>
        ) : (
          <Trans>
            {author} set {saved}.
          </Trans>
        )}
      </p>
    </>
  );
}

function Versions({ fields, mineAt, theirsBy, theirsAt }: Conflict & { fields: readonly ConflictField[] }) {
  const { t } = useLingui();
  const moment = useMoment();
  const author = <bdi>{theirsBy ?? t`Another user`}</bdi>;
  const [mineWhen, theirsWhen] = [moment(mineAt), theirsAt ? moment(theirsAt) : null];
  return (
    <>
      <p>
        {theirsWhen ? (
          <Trans>
            {author} changed this at {theirsWhen}, you at {mineWhen}.
          </Trans>
        ) : (
          <Trans>
            {author} changed this, and you at {mineWhen}.
          </Trans>
        )}
      </p>
      <ConflictFields fields={fields} />
    </>
  );
}

/** Returns a function that gives the time of today's moments, and the date and time of others. */
function useMoment(): (at: Moment) => string {
  const dates = useDates();
  return (at) => (isToday(at) ? dates.time(at) : dates.full(at));
}

const isToday = (at: Moment): boolean =>
  at !== null && at !== undefined && new Date(at).toDateString() === new Date(serverNow()).toDateString();
