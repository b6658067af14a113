import { Id } from '../../../contract/fields.ts';
import { rootAdminId } from '../../../contract/limits.ts';
import type { Audience, Endpoint, OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { Context, Person, SignedIn } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { parseInput, type Brought } from './input.ts';

/** One call of the API and what happens then. */
export interface Route {
  endpoint: Endpoint;
  /** Answers the call; the server sends it through the endpoint's compiled serializer. */
  answer(ctx: Context, brought: Brought): Promise<unknown>;
  /** Set where the answer is a stream of pokes: the scopes it listens to. */
  scopes?: (person: Person) => string[];
  /** Set where the answer only changes with the rows that are announced in this scope, and with what was asked. */
  cachedIn?: (person: Person) => string;
}

interface RouteOptions {
  first?: (ctx: SignedIn, path: { id: number }) => Promise<void>;
  cachedIn?: (person: Person) => string;
}

/**
 * A call of a signed-in person: refuses others, checks the input, then does the operation. `first` looks at the record
 * that the path names (`:id`, a number) before the rest of the input is looked at. An answer that is `cachedIn` a scope
 * is kept for its reader until a row is announced there.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  operation: (ctx: SignedIn, input: ParsedInputOf<E>) => Promise<OutputOf<E>>,
  { first, cachedIn }: RouteOptions = {},
): Route {
  if (endpoint.audience === 'anyone') throw new Error(`${endpoint.name} is open to anyone: openRoute`);
  if (cachedIn && endpoint.method !== 'GET') throw new Error(`${endpoint.name} changes something: never cached`);
  return {
    endpoint,
    ...(cachedIn && { cachedIn }),
    async answer(ctx, brought) {
      const person = admit(endpoint.audience, ctx.person);
      if (first) await first({ ...ctx, person }, { id: idOf(brought) });
      return operation({ ...ctx, person }, parseInput(endpoint, brought) as ParsedInputOf<E>);
    },
  };
}

/** A call anyone may make; nobody is signed in there, whatever the request carries. */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  operation: (ctx: Context, input: ParsedInputOf<E>) => Promise<OutputOf<E>>,
): Route {
  if (endpoint.audience !== 'anyone') throw new Error(`${endpoint.name} needs a signed-in person: route`);
  return {
    endpoint,
    answer: async (ctx, brought) => operation(ctx, parseInput(endpoint, brought) as ParsedInputOf<E>),
  };
}

/**
 * A stream of server-sent events without content: one at the start and one after each poke of the person's scopes,
 * a heartbeat every 25 s; it ends with the session and with the server.
 */
export function pokeRoute(endpoint: Endpoint, scopes: (person: Person) => string[]): Route {
  return { endpoint, scopes, answer: async (ctx) => admit(endpoint.audience, ctx.person) };
}

function idOf({ params }: Brought): number {
  const id = Id.safeParse((params as { id?: unknown }).id);
  if (!id.success) throw new Refusal('NOT_FOUND');
  return id.data;
}

/** The person, when they may make calls of this audience. Refuses with UNAUTHENTICATED or FORBIDDEN. */
export function admit(audience: Audience, person: Person | null): Person {
  if (!person) throw new Refusal('UNAUTHENTICATED');
  if (audience === 'admin' && person.role !== 'admin') throw new Refusal('FORBIDDEN');
  if (audience === 'root' && (person.id !== rootAdminId || person.role !== 'admin')) throw new Refusal('FORBIDDEN');
  return person;
}
