/** The tag under which the browser wakes the service worker when the line is back. */
export const backgroundTag = 'comptoir-outbox';

/** The cache in which the service worker keeps the pictures one person has seen. */
export const imageCache = (userId: number): string => `comptoir-images-${userId}`;
