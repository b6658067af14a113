import { afterAll } from 'vitest';
import { closeWorlds } from './world.ts';

afterAll(closeWorlds);
