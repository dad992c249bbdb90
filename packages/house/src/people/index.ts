export * from './address.js';
export * from './guard.js';
export * from './names.js';
export * from './people.js';
export * from './secrets.js';
export * from './sessions.js';
