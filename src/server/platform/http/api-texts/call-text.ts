/** The tags of the OpenAPI document in their order, each with its description. */
export const tags = {
  'Sign-in': 'Registering, signing in, confirming an address and choosing a new password.',
  Account: 'The signed-in user’s own account.',
  Balance: 'What a user may spend, and how it came about.',
  'Top-ups': 'Requests with which customers add to their balances, and the ways to pay.',
  Categories: 'The tree in which products are found.',
  Products: 'What is sold.',
  Orders: 'What was bought from a balance.',
  Tickets: 'Questions to support and their responses.',
  Help: 'Articles of the help centre, announcements, and the text about adding balance.',
  Files: 'Delivery proofs and the attachments of tickets.',
  Notifications: 'What a user should know.',
  Users: 'Accounts, as admins manage them.',
  Shop: 'The settings that all users of the shop share.',
  Deliveries: 'Delivery companies, cities, and what a delivery costs.',
  'Audit log': 'Who changed what and when.',
  Dashboard: 'Figures and newest records.',
  Sync: 'How devices that work offline exchange changes with the server.',
  Operation: 'For operators and load balancers.',
} as const;

/** The OpenAPI text of one call. */
export interface CallText {
  tag: keyof typeof tags;
  /** One line without a full stop. */
  summary: string;
  /** Effect and refusals, in sentences; Markdown. */
  description: string;
}

/** Texts by the names of the calls. */
export type CallTexts = Readonly<Record<string, CallText>>;
