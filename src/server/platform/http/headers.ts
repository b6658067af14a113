import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { Settings } from '../settings.ts';

/** The hash of an empty style element: Emotion fills it through the CSSOM, which needs no more (toolchain.md). */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Sends these headers with every answer. */
export function sendPolicies(app: FastifyInstance, policies: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(policies);
    done();
  });
}

/** What browsers may do with what this server sends (trust.md, "Browser policy"); the same for every answer. */
export function policiesOf(settings: Settings): OutgoingHttpHeaders {
  const overTls = settings.publicUrl?.startsWith('https://') ?? false;
  const policies = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", emptyStyle],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(overTls && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  policies(response.req, response, (error) => {
    if (error) throw error;
  });
  const features = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()';
  return { ...response.getHeaders(), 'permissions-policy': features };
}

/** The service worker's own policy: it runs this host's scripts and fetches what pages show. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self' https:";
