import type { FastifyReply } from 'fastify';
import { heartbeatIntervalMs } from '../../../contract/sync-limits.ts';
import type { Services } from '../context.ts';
import type { Person } from '../base/permissions.ts';
import { rolesOfSessions } from '../sessions.ts';

/** How often it is checked that the sessions of the open streams are live, in ms. */
const checkIntervalMs = 500;
/** Maximum number of open streams of one user in this process. */
const streamsPerUserMax = 12;

/** The open event streams of this process. */
export interface Streams {
  /**
   * Takes over a reply and sends events on it until the client leaves, the session ends, the role changes or the server
   * stops.
   */
  open(reply: FastifyReply, person: Person, scopes: string[]): void;
  /** Ends all streams; a server that closes waits for open responses. */
  endAll(): void;
}

interface Stream {
  person: Person;
  end(): void;
}

/** Creates the registry of event streams; a user who opens too many loses the oldest. */
export function createStreams(services: Services): Streams {
  const openStreams = new Set<Stream>();
  const checks = createChecks(services, openStreams);
  return {
    open(reply, person, scopes) {
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      const send = (text: string) => void (response.writableEnded || response.write(text));
      const unsubscribe = services.notifier.subscribe(scopes, () => send('event: poke\ndata:\n\n'));
      const heartbeat = setInterval(() => send(':\n\n'), heartbeatIntervalMs);
      const stream = {
        person,
        end() {
          clearInterval(heartbeat);
          unsubscribe();
          openStreams.delete(stream);
          if (openStreams.size === 0) checks.stop();
          if (!response.writableEnded) response.end();
        },
      };
      openStreams.add(stream);
      checks.start();
      const streamsOfUser = [...openStreams].filter((other) => other.person.id === person.id);
      if (streamsOfUser.length > streamsPerUserMax) streamsOfUser[0]!.end();
      reply.request.raw.on('close', () => stream.end());
      send('retry: 3000\nevent: poke\ndata:\n\n');
    },
    endAll: () => [...openStreams].forEach((stream) => stream.end()),
  };
}

/**
 * Ends the streams whose session has ended or whose user has another role, with one query for all, which also sees
 * changes by other servers. Streams stay open while the database does not answer.
 */
function createChecks(
  { reader, now, log }: Services,
  openStreams: ReadonlySet<Stream>,
): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  const check = async () => {
    const streams = [...openStreams];
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
    start: () => void (timer ??= setInterval(checkUnlessBusy, checkIntervalMs)),
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
