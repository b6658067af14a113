import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** The hash of an empty style element: Emotion fills it through the CSSOM, which needs no more (toolchain.md). */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** What browsers may do with what this server sends (trust.md, "Browser policy"). */
export async function sendPolicies(app: FastifyInstance, settings: Settings): Promise<void> {
  const overTls = settings.publicUrl?.startsWith('https://') ?? false;
  await app.register(helmet, {
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
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header(
      'Permissions-Policy',
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
    );
    return payload;
  });
}

/** The service worker's own policy: it runs this host's scripts and fetches what pages show. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self' https:";
