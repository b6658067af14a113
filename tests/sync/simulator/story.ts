import type { SeededRandom } from './seeded-random.ts';
import type { Device, Simulation } from './devices.ts';
import type { NetworkConditions } from './network.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedServer } from './simulated-server.ts';

/** A change that a user made, under the id of its outbox item. */
export interface Intent {
  device: Device;
  kind: string;
  lane: string;
  /** Its index among the intents, with which the order in its lane is checked. */
  position: number;
  /** The arguments that the server must have applied. */
  args: Record<string, unknown>;
}

/** The outcome of an order as its customer saw it; `asked` when the customer has seen none yet. */
export type ReportedOutcome = 'asked' | 'placed' | 'not placed';

/** One run: the simulation, the users' changes, and the outcomes they saw. */
export interface Story extends Simulation {
  server: SimulatedServer;
  random: SeededRandom;
  scheduler: Scheduler;
  conditions: NetworkConditions;
  devices: Device[];
  intents: Map<string, Intent>;
  /** The changes of an admin whose device is not simulated, by their keys. */
  colleagueChanges: Map<string, Pick<Intent, 'kind' | 'args'>>;
  /** Ids that a user asked to discard; whether they were discarded may not be known. */
  discardRequested: Set<string>;
  /** Ids that were reported as discarded. */
  discarded: Set<string>;
  /** The new ids of intents, by their old ids. */
  superseded: Map<string, string>;
  /** The outcomes by the keys of the orders. */
  orders: Map<string, ReportedOutcome>;
  /** Texts that are queued or sent: none of them may still be a draft. */
  sentTexts: Set<string>;
  /** Attached files: SHA-256 of their content, hex, by id. */
  files: Map<string, string>;
  /** Uploads that the server has removed because nothing referred to them. */
  removedFiles: Set<string>;
  faults: string[];
  /** The name of each step, in order. */
  trace: string[];
  /** Each function runs the whole transaction of a change that another admin began earlier. */
  slowTransactions: (() => Promise<void>)[];
  bug: Bug | null;
}

/** A bug that is put into the client or the server: the simulator must find it. */
export interface Bug {
  name: string;
  wrapTransport?: Simulation['wrapTransport'];
  /** Wraps the server's request handler. */
  faultyServer?: (server: SimulatedServer) => SimulatedServer['handle'];
  /** Feed numbers are assigned when a transaction begins. */
  numbersEarly?: boolean;
  /** A text is queued and its draft deleted in two transactions. */
  draftInOwnTransaction?: boolean;
  /** A change that the storage refused is reported as saved. */
  reportedAsSaved?: boolean;
  /** A full device deletes the orders, also those that are being changed. */
  dropsChangedRows?: boolean;
  /** The refusal of a captive portal has one of our codes. */
  trustsPortals?: boolean;
  /** "Send now" sends only pending items, no undecided ones. */
  skipsUndecided?: boolean;
  /** Fields that a changed text sets by mistake. */
  amendedWith?: Record<string, unknown>;
  /** Devices sync and reset their cache all the time: the bug needs a case that is rare in an ordinary run. */
  resetsOften?: boolean;
  /** Half of the actions of support merge tickets or undo that. */
  mergesOften?: boolean;
  /** Most actions of customers open top-up requests or cancel them. */
  topsUpOften?: boolean;
  /** Half of the actions of customers wait for codes, end that or sync. */
  watchesOften?: boolean;
  /** Most actions of customers save and forget answers and correct orders, about which support asks all the time. */
  answersOften?: boolean;
}
