import type * as z from 'zod/mini';
import { Id, Uuid } from '../../../contract/fields.ts';
import type { Audience, Endpoint, OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { can } from '../../../contract/permissions.ts';
import type { Context, SignedIn } from '../context.ts';
import type { Person } from '../base/permissions.ts';
import { Refusal } from '../base/refusal.ts';
import { parseInput, type RawInput } from './input.ts';

/** One call of the API with its implementation. */
export interface Route {
  endpoint: Endpoint;
  /** Answers the call; the server sends the result through the endpoint's compiled serializer. */
  answer(ctx: Context, rawInput: RawInput): Promise<unknown>;
  /** Set when the response is an event stream: the scopes it listens to. */
  scopes?: (person: Person) => string[];
  /** Set when the response depends only on the rows announced in this scope, and on the request. */
  cachedIn?: (person: Person) => string;
}

interface RouteOptions {
  precheck?: (ctx: SignedIn, path: { id: number }) => Promise<void>;
  precheckUuid?: (ctx: SignedIn, path: { id: string }) => Promise<void>;
  cachedIn?: (person: Person) => string;
}

/**
 * A call of a signed-in user: refuses other clients, validates the input, then runs the operation. `precheck` checks
 * the record in the path (`:id`, a number; `precheckUuid`: a UUID) before the rest of the input is validated. A response
 * that is `cachedIn` a scope is cached for this user until a row is announced there.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  operation: (ctx: SignedIn, input: ParsedInputOf<E>) => Promise<OutputOf<E>>,
  { precheck, precheckUuid, cachedIn }: RouteOptions = {},
): Route {
  if (endpoint.audience === 'anyone') throw new Error(`${endpoint.name} is open to anyone: use openRoute`);
  if (cachedIn && endpoint.method !== 'GET')
    throw new Error(`${endpoint.name} changes something, so it cannot be cached`);
  return {
    endpoint,
    ...(cachedIn && { cachedIn }),
    async answer(ctx, rawInput) {
      const person = admit(endpoint.audience, ctx.person);
      if (precheck) await precheck({ ...ctx, person }, { id: idOf(rawInput, Id) });
      if (precheckUuid) await precheckUuid({ ...ctx, person }, { id: idOf(rawInput, Uuid) });
      return operation({ ...ctx, person }, parseInput(endpoint, rawInput) as ParsedInputOf<E>);
    },
  };
}

/** A call that anyone may make; it has no signed-in user, even when the request has a token or a session cookie. */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  operation: (ctx: Context, input: ParsedInputOf<E>) => Promise<OutputOf<E>>,
): Route {
  if (endpoint.audience !== 'anyone') throw new Error(`${endpoint.name} needs a signed-in person: use route`);
  return {
    endpoint,
    answer: async (ctx, rawInput) => operation(ctx, parseInput(endpoint, rawInput) as ParsedInputOf<E>),
  };
}

/**
 * A stream of server-sent events without content: one at the start, one after each notification of the user's scopes,
 * and a heartbeat every 25 s; it ends with the session and with the server.
 */
export function eventRoute(endpoint: Endpoint, scopes: (person: Person) => string[]): Route {
  return { endpoint, scopes, answer: async (ctx) => admit(endpoint.audience, ctx.person) };
}

function idOf<Value extends string | number>({ params }: RawInput, field: z.ZodMiniType<Value>): Value {
  const id = field.safeParse((params as { id?: unknown }).id);
  if (!id.success) throw new Refusal('NOT_FOUND');
  return id.data;
}

/** Returns the user when they may make calls of this audience. Throws UNAUTHENTICATED or FORBIDDEN. */
export function admit(audience: Audience, person: Person | null): Person {
  if (!person) throw new Refusal('UNAUTHENTICATED');
  if (audience !== 'anyone' && audience !== 'signedIn' && !can(person.role, audience)) throw new Refusal('FORBIDDEN');
  return person;
}
