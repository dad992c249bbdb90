import { PEOPLE, text } from '@boxperson/offices';
import * as z from 'zod';
import { SchemaForm } from '../ui/form/SchemaForm.js';
import { asFormAnswer } from './sending.js';
import { api } from './session.js';

const schema = z
  .strictObject({
    old: text.secret.meta({ title: 'Present password' }),
    next: text.secret.meta({
      title: 'New password',
      description: 'At least 10 characters, without your login in them.',
    }),
    again: text.secret.meta({ title: 'New password again' }),
  })
  .refine(({ next, again }) => next === again, {
    path: ['again'],
    message: 'That is not the same as above.',
  });

interface SetPasswordFormProps {
  /** The one that was typed to come in, where it is known. */
  readonly old?: string | null;
  readonly onDone: () => void;
}

/** One's own password. Every other session of this person ends with it. */
export const SetPasswordForm = ({ old = null, onDone }: SetPasswordFormProps) => (
  <SchemaForm
    name="Set your password"
    schema={schema}
    {...(old === null ? {} : { initial: { old } })}
    submit="Set password"
    onSubmit={async ({ old: before, next }, { id }) => {
      const answered = await api.submit(PEOPLE.name, { do: 'set-password', old: before, next }, id);
      if (answered.ok) onDone();
      return asFormAnswer(answered);
    }}
  />
);
