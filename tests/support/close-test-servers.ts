import { afterAll } from 'vitest';
import { closeTestServers } from './test-server.ts';

afterAll(closeTestServers);
