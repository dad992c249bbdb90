/** Texts that no minifier takes out: by them a script is known to hold the parts for staff, or the schemas. */
export const KIT_MARKS = [/react-aria-/, /ZodError/] as const;
