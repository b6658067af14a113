import {
  serverWithAdminRights,
  serverWithAnswersOfAll,
  serverWithAnyRound,
  serverWithFirstTopup,
  serverWithNewKeys,
  serverWithOldRows,
  serverWithUnnamedRows,
} from './faulty-servers.ts';
import {
  readWithoutCancelling,
  pledgeCancelledWithoutServer,
  forgottenBeforeSeen,
  newKeyForEachTry,
  itemCancelledWithoutServer,
  uncheckedMoneyCalls,
} from './bug-money.ts';
import {
  addFirstTagOnly,
  applyAtAnyPosition,
  countAgainstFirst,
  dropBatch,
  dropFiles,
  dropForgets,
  endingAtLostUploads,
  forgetAssignee,
  forgetSeenValues,
  loseSlips,
  mergeBackwards,
  moveToEnd,
  rememberPosition,
  sendLowPriority,
  sendNotesAsReplies,
  sendOppositeVote,
  sendBehindUndecided,
  flipWatches,
  snoozeDayEarlier,
  bugInPasses,
  uncheckedUploads,
  unmergeAnother,
  waitingForUploads,
} from './bug-passes.ts';
import type { Bug } from './story.ts';

/** Bugs of the client; the simulator must fail with each of them. */
export const clientBugs: readonly Bug[] = [
  bugInPasses('an item is removed before it is sent', { sending: dropBatch }),
  bugInPasses('items are dropped when the session is over', {
    failed: async (tab, request, { kind }) => (kind === 'signedOut' ? dropBatch(tab, request) : undefined),
  }),
  bugInPasses("the server's rows overwrite the pending changes", { received: async ({ db }) => db.shadow.clear() }),
  bugInPasses('a cache reset empties the outbox', {
    received: async ({ db }, _request, { reset }) => {
      if (reset) await db.outbox.clear();
      if (reset) await db.shadow.clear();
    },
  }),
  {
    ...bugInPasses('answers are applied at any position', { sending: rememberPosition, received: applyAtAnyPosition }),
    resetsOften: true,
  },
  {
    name: 'an item that may have arrived is discarded without asking the server',
    wrapTransport: (transport, tab) => ({ ...transport, call: itemCancelledWithoutServer(transport, tab) }),
  },
  bugInPasses('a 500 of a whole request counts against its first item', {
    failed: async (tab, request, { kind }) => (kind === 'broken' ? countAgainstFirst(tab, request) : undefined),
  }),
  bugInPasses('items behind an undecided item of their lane are sent', { sending: sendBehindUndecided }),
  { name: '"Send now" leaves out the items that the server has not decided', skipsUndecided: true },
  bugInPasses('files are forgotten before their item is accepted', { sending: dropFiles }),
  {
    name: 'an upload that does not get through ends the whole pass',
    wrapTransport: (transport) => ({ ...transport, call: endingAtLostUploads(transport) }),
  },
  { name: 'changes wait for an upload that hangs', wrapTransport: waitingForUploads },
  { name: 'a changed reply loses its files', amendedWith: { file_ids: [] } },
  { ...bugInPasses('a queued top-up request loses its files', { sending: loseSlips }), topsUpOften: true },
  {
    ...bugInPasses('a saved answer that was forgotten offline comes back', { sending: dropForgets }),
    answersOften: true,
  },
  bugInPasses('a delivery does not say what its admin saw', { sending: forgetSeenValues }),
  bugInPasses('a category is always moved to the end', { sending: moveToEnd }),
  bugInPasses('a note is sent as a reply', { sending: sendNotesAsReplies }),
  bugInPasses('every priority is sent as low', { sending: sendLowPriority }),
  bugInPasses('an assignment is sent without its assignee', { sending: forgetAssignee }),
  bugInPasses('a vote on an article is sent as its opposite', { sending: sendOppositeVote }),
  bugInPasses('of several tags only the first is sent', { sending: addFirstTagOnly }),
  { ...bugInPasses('a wait for codes is sent as its opposite', { sending: flipWatches }), watchesOften: true },
  bugInPasses('a snooze is sent for another day', { sending: snoozeDayEarlier }),
  bugInPasses('tickets are merged the wrong way round', { sending: mergeBackwards }),
  { ...bugInPasses('the merge of another ticket is undone', { sending: unmergeAnother }), mergesOften: true },
  { name: 'a change that the storage refused is reported as saved', reportedAsSaved: true },
  { name: 'a text is queued and its draft deleted in two transactions', draftInOwnTransaction: true },
  { name: 'a full device deletes the row that is being changed', dropsChangedRows: true },
  {
    name: "an order's outcome is read and its key not cancelled",
    wrapTransport: (transport) => ({ ...transport, call: readWithoutCancelling(transport) }),
  },
  {
    name: 'foreign JSON counts as an answer of a money call',
    wrapTransport: (transport) => ({ ...transport, call: uncheckedMoneyCalls(transport) }),
  },
  {
    name: 'foreign JSON counts as a finished upload',
    wrapTransport: (transport) => ({ ...transport, call: uncheckedUploads(transport) }),
  },
  { name: 'a refusal that is not from the server counts as a refusal', trustsPortals: true },
  {
    name: 'an order in doubt is discarded without being cancelled',
    wrapTransport: (transport, tab) => ({ ...transport, call: pledgeCancelledWithoutServer(transport, tab) }),
  },
  {
    name: 'an outcome is forgotten before it was seen',
    wrapTransport: (transport, tab) => ({ ...transport, call: forgottenBeforeSeen(transport, tab) }),
  },
  {
    name: 'an order is retried under a new key',
    wrapTransport: (transport, tab) => ({ ...transport, call: newKeyForEachTry(transport, tab) }),
  },
];

/** No bug: frequent cache resets alone must not fail a run. */
export const frequentResets: Bug = { name: 'nothing at all', resetsOften: true };

/** Bugs of the server. */
export const serverBugs: readonly Bug[] = [
  { name: 'the server remembers no keys', faultyServer: serverWithNewKeys },
  { name: 'the server replays the rows it once answered with', faultyServer: serverWithOldRows },
  { name: 'a device gets rows of a table that it did not name', faultyServer: serverWithUnnamedRows },
  {
    name: 'the server answers the first top-up request for each later one',
    faultyServer: serverWithFirstTopup,
    topsUpOften: true,
  },
  { name: 'corrections of any round are accepted', faultyServer: serverWithAnyRound, answersOften: true },
  { name: 'a device gets saved answers of other users', faultyServer: serverWithAnswersOfAll, answersOften: true },
  { name: 'an agent has the rights of an admin', faultyServer: serverWithAdminRights },
  { name: "the feed's number is taken before the commit", numbersEarly: true },
];
