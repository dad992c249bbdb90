import type { Command } from '@boxperson/rules';
import type { z } from 'zod';
import type { AnyOffice } from './office.js';

type Fields = Readonly<Record<string, unknown>>;

const known = new WeakMap<z.ZodType, readonly string[]>();

/** The fields of a body that hold a secret: nothing decides by them, and nothing keeps them. */
export function secretsIn({ body }: { readonly body: z.ZodType }): readonly string[] {
  const before = known.get(body);
  if (before) return before;
  const { shape = {} } = body as { readonly shape?: Readonly<Record<string, z.ZodType>> };
  const found = Object.keys(shape).filter((name) => shape[name]?.meta()?.['secret'] === true);
  known.set(body, found);
  return found;
}

/** What was said without the secrets in it. */
export function withoutSecrets<Said>(verb: { readonly body: z.ZodType }, said: Said): Said {
  const secrets = secretsIn(verb);
  if (secrets.length === 0 || typeof said !== 'object' || said === null) return said;
  const open = Object.entries(said as Fields).filter(([name]) => !secrets.includes(name));
  return Object.fromEntries(open) as Said;
}

/** A command to an office as it may be hashed, kept and put to somebody else. */
export function openlySaid(office: AnyOffice | null, command: Command): Command {
  const name = String(command['do']);
  const verb = office && Object.hasOwn(office.verbs, name) ? office.verbs[name] : undefined;
  return verb ? withoutSecrets(verb, command) : command;
}
