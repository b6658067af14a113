import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Means, Person } from '../context.ts';

const heartbeat = 25_000;
const perPersonMax = 12;

/** The open event streams of this process. */
export interface Streams {
  /** Takes a reply over and pokes it until it is closed, the session has ended or the server stops. */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Person,
    scopes: string[],
    alive: () => Promise<boolean>,
  ): void;
  /** Ends all of them; a server that is closed waits for open answers. */
  endAll(): void;
}

/** Keeps the event streams; a person who opens too many loses the oldest. */
export function createStreams(means: Means): Streams {
  const open = new Map<number, Set<() => void>>();
  return {
    open(request, reply, person, scopes, alive) {
      reply.hijack();
      const out = reply.raw;
      out.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      const say = (text: string) => void (out.writableEnded || out.write(text));
      const unsubscribe = means.pokes.subscribe(scopes, () => say('event: poke\ndata:\n\n'));
      const beat = setInterval(() => void alive().then((yes) => (yes ? say(':\n\n') : end()), end), heartbeat);
      const mine = open.get(person.id) ?? new Set();
      const end = () => {
        clearInterval(beat);
        unsubscribe();
        mine.delete(end);
        if (mine.size === 0) open.delete(person.id);
        if (!out.writableEnded) out.end();
      };
      open.set(person.id, mine.add(end));
      if (mine.size > perPersonMax) mine.values().next().value!();
      request.raw.on('close', end);
      say('retry: 3000\nevent: poke\ndata:\n\n');
    },
    endAll: () => [...open.values()].flatMap((ends) => [...ends]).forEach((end) => end()),
  };
}
