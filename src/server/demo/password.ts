/** Of every demo account, printed by `npm start` and known to everybody. */
export const demoPassword = 'comptoir-demo';

/** Of every demo admin. */
export const demoPin = '7391';
