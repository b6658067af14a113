import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Kind } from './columns.ts';

/**
 * Makes the database refuse that the link of a registration is used while its account has no password: a server of an
 * older version, which does not know the password stored with the link (D-19), would activate the account without one.
 */
export const confirmations = (kind: Kind): Migration => ({
  async up(db) {
    for (const statement of kind === 'sqlite' ? sqliteTrigger : postgresTrigger) await sql.raw(statement).execute(db);
  },
});

const usesRegistration =
  "new.kind = 'confirm' and old.used_at is null and new.used_at is not null and new.password_hash is not null";
const hasNoPassword = '(select password_hash from users where id = new.user_id) is null';
const message = 'the account of a registration takes its password before its link is used';

const sqliteTrigger = [
  `create trigger confirmed_with_password before update of used_at on mail_tokens
    when ${usesRegistration} and ${hasNoPassword}
    begin select raise(abort, '${message}'); end`,
];

const postgresTrigger = [
  // Replaced, because `seed --fresh` of a version before leaves it there.
  `create or replace function confirmed_with_password() returns trigger language plpgsql as $$
    begin
      if ${hasNoPassword} then raise exception '${message}'; end if;
      return new;
    end $$`,
  `create trigger confirmed_with_password before update of used_at on mail_tokens
    for each row when (${usesRegistration}) execute function confirmed_with_password()`,
];
