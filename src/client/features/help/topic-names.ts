import { useLingui } from '@lingui/react/macro';
import { CircleUserRound, Compass, Headset, type LucideIcon, ShoppingBag, Wallet, WifiOff } from 'lucide-react';
import type { ArticleTopic } from '../../../contract/article-rules.ts';

/** Returns the names of the topics. */
export function useTopicNames(): Record<ArticleTopic, string> {
  const { t } = useLingui();
  return {
    start: t`Getting started`,
    orders: t`Orders`,
    balance: t`Balance`,
    tickets: t`Tickets`,
    account: t`Account`,
    offline: t`Without a connection`,
  };
}

/** The icons of the topics, those of the pages that they are about. */
export const topicIcons: Record<ArticleTopic, LucideIcon> = {
  start: Compass,
  orders: ShoppingBag,
  balance: Wallet,
  tickets: Headset,
  account: CircleUserRound,
  offline: WifiOff,
};

/** The path of the help centre. */
export const helpPath = '/dashboard/help';

/** Returns the path of an article's page. */
export const articlePath = (id: number): string => `${helpPath}/${id}`;
