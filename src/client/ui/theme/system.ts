import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, type SystemContext } from '@chakra-ui/react/styled-system';
import { themeConfig } from './config.ts';

let system: SystemContext | undefined;

/** Returns Comptoir's Chakra system, which resolves styles; the first call creates it. */
export const getSystem = (): SystemContext => (system ??= createSystem(defaultBaseConfig, themeConfig));
