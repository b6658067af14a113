import type { Generated } from 'kysely';

/* Tables of the help centre. */

type Flag = number;
type Ms = number;
type Json = string;

/** The help centre's articles, the announcements, the text about adding balance, and the canned replies. */
export interface Articles {
  id: Generated<number>;
  kind: string;
  topic: string;
  /** By language `{ title, body }`. */
  texts: Json;
  is_active: Flag;
  position: number;
  until: Ms | null;
  created_at: Ms;
  updated_at: Ms;
  rev: Generated<number>;
}

/** Whether an article helped a user: the user's last vote. */
export interface ArticleVotes {
  article_id: number;
  user_id: number;
  is_helpful: Flag;
  created_at: Ms;
}
