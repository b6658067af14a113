import type { Selectable } from 'kysely';
import type { Database } from '../../../src/server/platform/database/schema.ts';
import type { Topups } from '../../../src/server/platform/database/schema-topups.ts';
import { identityOf, type Intent, type MoneyFaultKind } from './story.ts';

export type Topup = Pick<Selectable<Topups>, 'id' | 'status' | 'credited_cents' | 'decided_by'>;
type Row = Selectable<Database['ledger']>;

interface Tables {
  topups: Topup[];
  ledger: Row[];
}

type Report = (kind: MoneyFaultKind, detail: string) => void;

/** Checks that each approved request has one row with the amount that its admin typed, and that others have none. */
export function checkTopups({ topups, ledger }: Tables, intents: readonly Intent[], report: Report): void {
  const typed = new Map(intents.map((intent) => [identityOf(intent), intent.cents]));
  const rows = Map.groupBy(ledger, (row) => row.topup_id);
  for (const topup of topups) {
    const credits = rows.get(topup.id) ?? [];
    const say = (kind: MoneyFaultKind) =>
      report(kind, `request ${topup.id}: ${topup.status}, rows ${credits.map(({ id }) => id).join(', ')}`);
    if (credits.length > 1) say('credited more than once');
    if (credits.length > 0 && topup.status !== 'approved') say('credited though not approved');
    if (credits.length === 0 && topup.status === 'approved') say('approved but not credited');
    if (
      credits.some((row) => isOtherAmount(row, topup, typed.get(identityOf({ actorId: row.actor_id, key: row.key }))))
    )
      say('credited another amount than was typed');
  }
  const byId = new Map(topups.map((topup) => [topup.id, topup]));
  for (const intent of intents.filter(({ topupId }) => topupId !== undefined))
    compareWithRequest(intent, byId.get(intent.topupId!), report);
}

const isOtherAmount = (row: Row, { status, credited_cents }: Topup, typed: number | undefined): boolean =>
  row.amount_cents !== typed || (status === 'approved' && credited_cents !== typed);

/** The status that an acknowledged call leaves for ever; an opened request may be in any. */
const statusAfter: Partial<Record<Intent['action'], string>> = {
  'approve topup': 'approved',
  'refuse topup': 'refused',
  'cancel topup': 'cancelled',
};

/** Checks that a call was answered for its own request, and that it has the effect that was reported. */
function compareWithRequest(intent: Intent, topup: Topup | undefined, report: Report): void {
  const { action, key, reported } = intent;
  compareAnswers(intent, report);
  const hasEffect = topup !== undefined && topup.status === (statusAfter[action] ?? topup.status);
  if (reported !== 'done') {
    if (hasEffect && isByCustomer(intent)) report('refused, but done', `${action} ${key}`);
  } else if (hasEffect) compareAdmin(intent, topup, report);
  else report('acknowledged, but missing', `${action} ${key}: ${topup?.status}`);
}

function compareAnswers({ action, key, topupId, answeredIds = new Set() }: Intent, report: Report): void {
  const others = [...answeredIds].filter((id) => id !== topupId);
  if (others.length > 0) report('answered for another request', `${action} ${key}: ${topupId}, not ${others.join()}`);
}

/** Only the customer opens and cancels a request, with one key; the other calls are made on several devices. */
const isByCustomer = ({ action }: Intent): boolean => action === 'open topup' || action === 'cancel topup';

function compareAdmin({ action, key, actorId }: Intent, { decided_by }: Topup, report: Report): void {
  if (action === 'approve topup' && decided_by !== actorId)
    report('approved by another admin than was reported', `${key}: ${actorId}, it is ${decided_by}`);
}
