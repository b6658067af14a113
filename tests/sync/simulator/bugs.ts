import { forgetfulDoor, replayingDoor } from './bug-doors.ts';
import { askedOnly, canceledUnasked, forgottenUnseen, newKeys, sealedUnasked, trustingMoney } from './bug-money.ts';
import {
  applyAnywhere,
  blameFirst,
  dropBatch,
  dropFiles,
  rememberPlace,
  sendPast,
  spoilt,
  trustingUploads,
} from './bug-passes.ts';
import type { Bug } from './story.ts';

/** Faults of the client: each must turn the simulator red. */
export const clientBugs: readonly Bug[] = [
  spoilt('an item is removed before it is sent', { sending: dropBatch }),
  spoilt('items are dropped when the session is over', {
    failed: async (tab, request, { kind }) => (kind === 'signedOut' ? dropBatch(tab, request) : undefined),
  }),
  spoilt("the server's rows are written over what waits", { received: async ({ db }) => db.shadow.clear() }),
  spoilt('starting anew empties the outbox', {
    received: async ({ db }, _request, { reset }) => {
      if (reset) await db.outbox.clear();
      if (reset) await db.shadow.clear();
    },
  }),
  {
    ...spoilt('answers are applied wherever the device stands', { sending: rememberPlace, received: applyAnywhere }),
    restless: true,
  },
  {
    name: 'what may have arrived is discarded without asking',
    spoil: (line, tab) => ({ ...line, call: sealedUnasked(line, tab) }),
  },
  spoilt('a 500 of a whole request counts against its first item', {
    failed: async (tab, request, { kind }) => (kind === 'broken' ? blameFirst(tab, request) : undefined),
  }),
  spoilt('what follows an undecided item in its lane is sent', { sending: sendPast }),
  { name: '"Send now" leaves out what the server has not decided', leavesUndecided: true },
  spoilt('files are forgotten before their item is accepted', { sending: dropFiles }),
  { name: 'a changed reply loses its files', amendedWith: { file_ids: [] } },
  { name: 'a change that the storage did not take is told as saved', savedAnyway: true },
  { name: 'a text and its draft change in two transactions', draftApart: true },
  { name: 'room is made with the row that is being changed', dropsRows: true },
  { name: "an order's outcome is asked and not sealed", spoil: (line) => ({ ...line, call: askedOnly(line) }) },
  {
    name: 'foreign JSON counts as an answer of a money call',
    spoil: (line) => ({ ...line, call: trustingMoney(line) }),
  },
  { name: 'foreign JSON counts as a finished upload', spoil: (line) => ({ ...line, call: trustingUploads(line) }) },
  { name: 'a refusal that is not ours counts as a refusal', believesPortals: true },
  {
    name: 'an order in doubt is discarded without being canceled',
    spoil: (line, tab) => ({ ...line, call: canceledUnasked(line, tab) }),
  },
  {
    name: 'an outcome is forgotten before it was seen',
    spoil: (line, tab) => ({ ...line, call: forgottenUnseen(line, tab) }),
  },
  { name: 'an order is retried under a new key', spoil: (line, tab) => ({ ...line, call: newKeys(line, tab) }) },
];

/** No bug: a restless story by itself is green. */
export const restless: Bug = { name: 'nothing at all', restless: true };

/** Faults of the server. */
export const serverBugs: readonly Bug[] = [
  { name: 'the server remembers no keys', door: forgetfulDoor },
  { name: 'the server replays the rows it once answered with', door: replayingDoor },
  { name: "the feed's number is taken before the commit", numbersEarly: true },
];
