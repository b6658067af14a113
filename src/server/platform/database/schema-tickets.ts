import type { Generated } from 'kysely';

/* Tickets and their responses. */

type Flag = number;
type Ms = number;
type Json = string;

export interface Tickets {
  id: string;
  number: number;
  user_id: number;
  user_name: string;
  user_email: string;
  subject: string;
  content: string;
  type: string;
  priority: string;
  status: string;
  order_id: number | null;
  responses_count: Generated<number>;
  last_response_by: string | null;
  last_response_at: Ms | null;
  status_by: string | null;
  status_at: Ms | null;
  /** The name of the last user who set the priority; null until it is changed. */
  priority_by: string | null;
  priority_at: Ms | null;
  /** The admin who works on the ticket; `assignee_by` is the name of the user who assigned it. */
  assignee_id: number | null;
  assignee_by: string | null;
  assignee_at: Ms | null;
  /** A list of texts. */
  tags: Generated<Json>;
  /** The tags in lower case, each between commas: `,late,vip,`; empty without tags. */
  tag_keys: Generated<string>;
  /** The ticket does not wait for support before this time; null when it is not snoozed. */
  snoozed_until: Ms | null;
  /** The name of the last user who snoozed the ticket; null until it was snoozed. */
  snoozed_by: string | null;
  snoozed_at: Ms | null;
  /** The ticket into which this one is merged. */
  merged_into_id: string | null;
  /** The status that the end of the merge restores. */
  status_before_merge: string | null;
  search_text: string;
  created_at: Ms;
  updated_at: Ms;
  deleted_at: Ms | null;
  rev: Generated<number>;
}

export interface Responses {
  id: string;
  ticket_id: string;
  user_id: number;
  type: string;
  author_name: string;
  content: string;
  /** Whether the response is an internal note, which customers never receive. */
  is_internal: Generated<Flag>;
  created_at: Ms;
  deleted_at: Ms | null;
  rev: Generated<number>;
}
