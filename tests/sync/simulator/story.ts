import type { Chance } from './chance.ts';
import type { Device, Playing } from './devices.ts';
import type { Weather } from './network.ts';
import type { Scheduler } from './scheduler.ts';
import type { Stage } from './stage.ts';

/** Something a person wanted, under the id it waits or travels with. */
export interface Intent {
  device: Device;
  kind: string;
  lane: string;
  /** Its place among the intents, for the order of its lane. */
  place: number;
  /** What the server must have when it was applied. */
  args: Record<string, unknown>;
}

/** What a person was told about an order. `asked`: nothing yet. */
export type Told = 'asked' | 'placed' | 'not placed';

/** One run: the world, and what people did and were told. */
export interface Story extends Playing {
  stage: Stage;
  chance: Chance;
  scheduler: Scheduler;
  weather: Weather;
  devices: Device[];
  intents: Map<string, Intent>;
  /** Ids whose discarding was asked for; some are answered "unknown". */
  dropping: Set<string>;
  /** Ids a person was told are gone. */
  discarded: Set<string>;
  /** Old ids of intents that go on under new ones. */
  superseded: Map<string, string>;
  orders: Map<string, Told>;
  /** Texts that wait or were sent: none of them is a draft any more. */
  sentTexts: Set<string>;
  /** Files that people attached: SHA-256 of their content, hex, by id. */
  files: Map<string, string>;
  /** Uploads that the server has removed because nothing named them. */
  removedFiles: Set<string>;
  faults: string[];
  /** What happened, step by step. */
  trace: string[];
  /** Transactions of other people that have begun and not ended. */
  slow: (() => Promise<void>)[];
  bug: Bug | null;
}

/** A fault put into the client's way or into the server, to see that the simulator notices. */
export interface Bug {
  name: string;
  spoil?: Playing['spoil'];
  /** Stands before the server's door. */
  door?: (stage: Stage) => Stage['handle'];
  /** Numbers of the feed are taken when a transaction begins. */
  numbersEarly?: boolean;
  /** A text and its draft change in two transactions. */
  draftApart?: boolean;
  /** A change that the storage did not take is told as saved. */
  savedAnyway?: boolean;
  /** Room is made with rows that something is being done to. */
  dropsRows?: boolean;
  /** The refusal of a captive portal has a code of ours. */
  believesPortals?: boolean;
  /** "Send now" takes only what waits by itself. */
  leavesUndecided?: boolean;
  /** What a changed text brings along by mistake. */
  amendedWith?: Record<string, unknown>;
  /** Devices sync and begin anew all the time: what this bug needs is rare in an ordinary story. */
  restless?: boolean;
}
