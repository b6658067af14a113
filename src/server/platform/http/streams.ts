import type { FastifyReply } from 'fastify';
import { heartbeatEvery } from '../../../contract/sync-limits.ts';
import type { Means, Person } from '../context.ts';
import { rolesOfSessions } from '../sessions.ts';

/** Ms between two checks that the sessions of the open streams are live. */
const checkInterval = 500;
const perPersonMax = 12;

/** The open event streams of this process. */
export interface Streams {
  /** Takes a reply over and pokes it until the client leaves, the session ends, the role changes or the server stops. */
  open(reply: FastifyReply, person: Person, scopes: string[]): void;
  /** Ends all of them; a server that is closed waits for open answers. */
  endAll(): void;
}

interface Stream {
  person: Person;
  end(): void;
}

/** Keeps the event streams; a person who opens too many loses the oldest. */
export function createStreams(means: Means): Streams {
  const open = new Set<Stream>();
  const checks = createChecks(means, open);
  return {
    open(reply, person, scopes) {
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
      const beat = setInterval(() => say(':\n\n'), heartbeatEvery);
      const stream = {
        person,
        end() {
          clearInterval(beat);
          unsubscribe();
          open.delete(stream);
          if (open.size === 0) checks.stop();
          if (!out.writableEnded) out.end();
        },
      };
      open.add(stream);
      checks.start();
      const own = [...open].filter((one) => one.person.id === person.id);
      if (own.length > perPersonMax) own[0]!.end();
      reply.request.raw.on('close', () => stream.end());
      say('retry: 3000\nevent: poke\ndata:\n\n');
    },
    endAll: () => [...open].forEach((stream) => stream.end()),
  };
}

/**
 * Ends the streams whose session has ended, while any is open: with one query for all of them, which also sees what
 * another server node changed. Streams stay open while the database does not answer.
 */
function createChecks({ reader, now, log }: Means, open: ReadonlySet<Stream>): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  const check = async () => {
    const streams = [...open];
    const ids = [...new Set(streams.map(({ person }) => person.sessionId))];
    const roles = await rolesOfSessions(reader, ids, now());
    for (const stream of streams) if (roles.get(stream.person.sessionId) !== stream.person.role) stream.end();
  };
  const checkUnlessBusy = () => {
    if (isChecking) return;
    isChecking = true;
    check()
      .catch((error: unknown) => log.debug({ err: error }, 'the sessions of the event streams were not checked'))
      .finally(() => (isChecking = false));
  };
  return {
    start: () => void (timer ??= setInterval(checkUnlessBusy, checkInterval)),
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
