export * from './access.js';
export { placeOf } from './address.js';
export type { Documents } from './documents.js';
export { type Admitted, Guard, type GuardOptions, type Wait, type Window } from './guard.js';
export { isManager, managersRole, manages, whyNotManage } from './managers.js';
export { makePassword } from './names.js';
export * from './people.js';
export * from './person.js';
export * from './second.js';
export {
  type Checked,
  type Cost,
  FULL_COST,
  type Hashed,
  type Lane,
  Secrets,
  type SecretsOptions,
} from './secrets.js';
export {
  isRevokedBy,
  LASTING,
  type OpenSession,
  type Revoked,
  type RevokedListener,
  Sessions,
  type SessionsOptions,
  type Started,
  sessionIdOf,
} from './sessions.js';
