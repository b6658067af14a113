import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { Settings } from '../base/settings.ts';

/** The hash of an empty style element, which Emotion fills through the CSSOM; that needs no further permission. */
const emptyStyleHash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Adds the headers to every response. */
export function sendSecurityHeaders(app: FastifyInstance, policies: OutgoingHttpHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(policies);
    done();
  });
}

/** The security headers of every response. */
export function securityHeadersOf(settings: Settings): OutgoingHttpHeaders {
  const isHttps = settings.publicUrl?.startsWith('https://') ?? false;
  const policies = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", emptyStyleHash],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
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

/** The service worker's own policy: it runs scripts of this host and fetches the resources of pages. */
export const workerContentPolicy = "default-src 'none'; script-src 'self'; connect-src 'self' https:";
