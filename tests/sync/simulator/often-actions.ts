import { can, type RoleName } from '../../../src/contract/permissions.ts';
import type { Tab } from './devices.ts';
import { sync } from './flows.ts';
import { watchStock } from './stock.ts';
import type { Story } from './story.ts';
import { merge, unmerge } from './ticket-changes.ts';
import { cancelTopup, openTopup } from './topups.ts';

/** An action of a user in a tab; resolves when the app has finished it. */
export type UserAction = (story: Story, tab: Tab) => Promise<unknown>;

interface OftenActions {
  /** The property of the bugs that need them. */
  bugs: 'resetsOften' | 'mergesOften' | 'topsUpOften' | 'watchesOften';
  mayAct: (role: RoleName) => boolean;
  /** Of all actions of these users. */
  share: number;
  actions: readonly UserAction[];
}

const oftenActions: readonly OftenActions[] = [
  { bugs: 'resetsOften', mayAct: () => true, share: 0.5, actions: [sync] },
  { bugs: 'mergesOften', mayAct: (role) => can(role, 'tickets.work'), share: 0.5, actions: [merge, unmerge] },
  {
    bugs: 'topsUpOften',
    mayAct: (role) => can(role, 'topups.open'),
    share: 0.8,
    actions: [openTopup, openTopup, openTopup, cancelTopup],
  },
  { bugs: 'watchesOften', mayAct: (role) => role === 'user', share: 0.75, actions: [watchStock, sync] },
];

/** An action that the run's bug needs more often. */
export function actionOfBug({ bug, random }: Story, { device: { role } }: Tab): UserAction | undefined {
  const often = oftenActions.find(({ bugs, mayAct }) => bug?.[bugs] && mayAct(role));
  return often && random.chance(often.share) ? random.pick(often.actions) : undefined;
}
